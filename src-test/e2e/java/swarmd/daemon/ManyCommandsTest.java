package swarmd.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.Commands;
import swarmd.testing.Programs;
import swarmd.testing.Programs.Result;
import swarmd.testing.RunningDaemon;

/** SWARMD_MANY_COMMANDS sets how many programs run at once. */
final class ManyCommandsTest {
  private static final int COMMANDS =
      Integer.parseInt(System.getenv().getOrDefault("SWARMD_MANY_COMMANDS", "100"));
  private static final int WAITING = 80;
  private static final int LIMIT_SECONDS = 300;

  /** Starts them all before it waits for the first. */
  private static List<Result> runAtOnce(RunningDaemon daemon) throws Exception {
    List<Process> processes =
        IntStream.range(0, COMMANDS)
            .mapToObj(
                i ->
                    Programs.start(
                        daemon.project(),
                        daemon.environment(),
                        RunningDaemon.swarmCommand("task", "add", "task " + i)))
            .toList();
    List<Result> results = new ArrayList<>();
    for (Process process : processes) {
      assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).as("it ends").isTrue();
      results.add(
          new Result(
              process.exitValue(),
              new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8),
              new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8)));
    }
    return results;
  }

  private static void assertAllAnswered(List<Result> results, RunningDaemon daemon) {
    assertThat(results)
        .allSatisfy(
            result -> {
              assertThat(result.exit()).as(result.err()).isZero();
              assertThat(result.out()).contains("task ");
            });
    try (Api api = daemon.api()) {
      assertThat(api.titles("?limit=1000&project=" + daemon.project())).hasSize(COMMANDS);
    }
  }

  @Test
  void commands_that_find_no_daemon_start_one_and_are_all_answered() throws Exception {
    try (RunningDaemon daemon = RunningDaemon.notStarted(Map.of())) {
      assertAllAnswered(runAtOnce(daemon), daemon);
    }
  }

  @Test
  void commands_are_all_answered_while_many_claims_wait() throws Exception {
    try (RunningDaemon daemon = RunningDaemon.start();
        Api api = daemon.api()) {
      List<Commands> waiting = new ArrayList<>();
      for (int i = 0; i < WAITING; i++) {
        Commands client = new Commands(daemon::connect, daemon.root());
        client.start("task", "claim", "--wait", "60");
        waiting.add(client);
      }
      eventually().until(() -> api.connections() == 1 + WAITING);

      assertAllAnswered(runAtOnce(daemon), daemon);

      waiting.forEach(Commands::close);
    }
  }
}
