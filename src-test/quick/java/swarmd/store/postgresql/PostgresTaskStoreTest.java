package swarmd.store.postgresql;

import org.junit.jupiter.api.Tag;
import swarmd.swarm.TaskStoreContract;
import swarmd.swarm.TestDatabase;

@Tag("postgresql")
class PostgresTaskStoreTest extends TaskStoreContract {

  @Override
  protected TestDatabase newDatabase() {
    return new PostgresTeam();
  }
}
