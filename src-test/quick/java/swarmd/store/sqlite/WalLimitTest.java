package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import swarmd.swarm.Answers;
import swarmd.swarm.NewTask;

/** The write-ahead log becomes small again. */
class WalLimitTest {
  private final SqliteFile file = new SqliteFile();
  private final SqliteStore store = file.open();

  @AfterEach
  void close() {
    file.close();
  }

  private long size() throws IOException {
    Path wal = file.path().resolveSibling("swarmd.db-wal");
    return Files.exists(wal) ? Files.size(wal) : 0;
  }

  private void write() {
    String title = "x".repeat(200);
    Answers.await(
        store.write(
            transaction -> {
              for (int i = 0; i < 500; i++) {
                Work.add(transaction, NewTask.titled(title));
              }
              return true;
            }));
  }

  @Test
  void the_log_shrinks_soon_after_the_end_of_a_long_reader() throws Exception {
    write();
    try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + file.path());
        Statement reader = other.createStatement()) {
      reader.execute("BEGIN");
      reader.executeQuery("SELECT count(*) FROM task").close();
      while (size() <= 2 * WalLimit.BYTES) {
        write();
      }
      reader.execute("COMMIT");
    }

    eventually().until(() -> size() <= WalLimit.BYTES);
    assertThat(tasks()).isPositive();
  }

  private long tasks() throws SQLException {
    return RawSql.number(file.path(), "SELECT count(*) FROM task");
  }
}
