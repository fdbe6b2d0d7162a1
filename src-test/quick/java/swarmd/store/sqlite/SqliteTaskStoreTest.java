package swarmd.store.sqlite;

import swarmd.swarm.TaskStoreContract;
import swarmd.swarm.TestDatabase;

class SqliteTaskStoreTest extends TaskStoreContract {

  @Override
  protected TestDatabase newDatabase() {
    return new SqliteFile();
  }
}
