package swarmd.store.sqlite;

import org.junit.jupiter.api.AfterEach;

class SqliteSessionStoreTest implements SessionStoreContract {
  private final SqliteFile file = new SqliteFile();
  private final TestStore store = new TestStore(file.open());

  @AfterEach
  void close() {
    file.close();
  }

  @Override
  public TestStore store() {
    return store;
  }
}
