package swarmd.team;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import swarmd.store.postgresql.PostgresServer;
import swarmd.testing.Api;
import swarmd.testing.InProcessDaemon;

/** Plans are made while the tables are empty, and kept. */
@Tag("postgresql")
class TeamPlansTest {
  private static final int TASKS = 3_000;
  private static final int CYCLES = 60;

  private static final String READ = "seq_tup_read + idx_tup_fetch";

  private final PostgresServer server = PostgresServer.shared();
  private final String database = server.newDatabase();
  private final InProcessDaemon daemon =
      InProcessDaemon.start(Map.of("SWARMD_DATABASE", server.url(database)));

  @AfterEach
  void stop() {
    daemon.close();
    server.drop(database);
  }

  @Test
  void no_step_reads_all_tasks() throws SQLException {
    try (Api api = daemon.api();
        Connection connection = server.connect(database)) {
      execute(connection, "ALTER TABLE swarmd.task SET (autovacuum_enabled = off)");
      execute(connection, "ALTER TABLE swarmd.event SET (autovacuum_enabled = off)");
      api.add("the first one");
      api.complete(api.claim("ann"));
      api.add(IntStream.range(0, TASKS).mapToObj(i -> "task " + i).toArray(String[]::new));
      awaitCount(connection, "n_tup_ins", TASKS);
      long before = count(connection, READ);
      long updated = count(connection, "n_tup_upd");

      for (int i = 0; i < CYCLES; i++) {
        api.complete(api.claim("ann"));
      }

      awaitCount(connection, "n_tup_upd", updated + 2 * CYCLES);
      assertThat(count(connection, READ) - before)
          .as("rows read, the first copy of all tasks included")
          .isLessThan(CYCLES * TASKS / 4);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** A sum over the tables of tasks and events, by the server's statistics. */
  private static long count(Connection connection, String statistic) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT sum(%s) FROM pg_stat_user_tables WHERE relname IN ('task', 'event')"
                    .formatted(statistic))) {
      row.next();
      return row.getLong(1);
    }
  }

  /** The server updates its statistics a little later. */
  private static void awaitCount(Connection connection, String statistic, long atLeast) {
    Awaitility.await()
        .atMost(30, TimeUnit.SECONDS)
        .untilAsserted(
            () -> assertThat(count(connection, statistic)).isGreaterThanOrEqualTo(atLeast));
  }
}
