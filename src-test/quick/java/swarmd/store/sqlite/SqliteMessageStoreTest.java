package swarmd.store.sqlite;

import swarmd.messages.MessageStoreContract;
import swarmd.swarm.TestDatabase;

class SqliteMessageStoreTest extends MessageStoreContract {

  @Override
  protected TestDatabase newDatabase() {
    return new SqliteFile();
  }
}
