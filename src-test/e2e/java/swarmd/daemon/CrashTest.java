package swarmd.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import swarmd.testing.History;
import swarmd.testing.RestlessAgent;
import swarmd.testing.RunningDaemon;

/** SWARMD_CRASHES sets how often the daemon is killed. */
final class CrashTest {
  private static final int AGENTS = 6;
  private static final int STEPS_PER_LIFE = 200;

  @Test
  void a_killed_daemon_loses_nothing_acknowledged_and_no_task_has_two_holders()
      throws SQLException {
    int crashes = Integer.parseInt(System.getenv().getOrDefault("SWARMD_CRASHES", "10"));
    RestlessAgent.Log log = new RestlessAgent.Log();
    ExecutorService threads = Executors.newFixedThreadPool(AGENTS);
    try (RunningDaemon daemon = RunningDaemon.start()) {
      List<CompletableFuture<Void>> agents =
          IntStream.range(0, AGENTS)
              .mapToObj(i -> new RestlessAgent(daemon, log, "agent " + i))
              .map(agent -> CompletableFuture.runAsync(agent, threads))
              .toList();
      for (int crash = 0; crash < crashes; crash++) {
        int before = log.acknowledged();
        eventually().until(() -> log.acknowledged() > before + STEPS_PER_LIFE);
        daemon.kill();
        List<Long> added = List.copyOf(log.added);
        List<RestlessAgent.Step> claimed = List.copyOf(log.claimed);
        List<RestlessAgent.Step> completed = List.copyOf(log.completed);

        daemon.restart();

        assertAllThere(History.read(daemon), added, claimed, completed);
      }
      log.end();
      agents.forEach(CompletableFuture::join);
      assertThat(log.faults()).isEmpty();
      assertThat(daemon.stop()).isZero();
      assertThat(integrity(daemon)).isEqualTo("ok");
      System.out.printf(
          "killed the daemon %d times under load; none of %d acknowledged steps was lost%n",
          crashes, log.acknowledged());
    } finally {
      log.end();
      threads.shutdown();
    }
  }

  private static String integrity(RunningDaemon daemon) throws SQLException {
    String address = "jdbc:sqlite:" + daemon.home().resolve("swarmd.db");
    try (Connection connection = DriverManager.getConnection(address);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("PRAGMA integrity_check")) {
      return result.getString(1);
    }
  }

  private static void assertAllThere(
      History history,
      List<Long> added,
      List<RestlessAgent.Step> claimed,
      List<RestlessAgent.Step> completed) {
    assertThat(history.tasks()).containsAll(added);
    assertThat(claimed).allMatch(step -> history.has(step.task(), "claimed", step.fence()));
    assertThat(completed).allMatch(step -> history.has(step.task(), "completed", step.fence()));
    history.assertNoTaskEverHadTwoHolders();
  }
}
