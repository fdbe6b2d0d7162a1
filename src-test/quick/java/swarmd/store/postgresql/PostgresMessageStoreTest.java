package swarmd.store.postgresql;

import org.junit.jupiter.api.Tag;
import swarmd.messages.MessageStoreContract;
import swarmd.swarm.TestDatabase;

@Tag("postgresql")
class PostgresMessageStoreTest extends MessageStoreContract {

  @Override
  protected TestDatabase newDatabase() {
    return new PostgresTeam();
  }
}
