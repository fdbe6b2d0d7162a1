package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.Commands;
import swarmd.testing.InProcessTest;
import swarmd.testing.Programs.Result;

/** Commands that run until the user ends them. */
final class LiveCommandsTest extends InProcessTest {
  private static final int MAX_COMMANDS = 64;
  private static final Duration SECOND = Duration.ofSeconds(1);

  /** Counts only the command's own threads; a store thread may be running one of its lambdas. */
  private static long running(Class<?> command) {
    return Thread.getAllStackTraces().values().stream()
        .filter(stack -> Arrays.stream(stack).anyMatch(frame -> isCall(frame, command)))
        .count();
  }

  private static boolean isCall(StackTraceElement frame, Class<?> command) {
    return frame.getClassName().equals(command.getName()) && frame.getMethodName().equals("call");
  }

  @Test
  void followed_events_arrive_as_they_happen_and_stop_with_the_client() {
    api.add("before");
    swarm.start("events", "-f", "--json");
    assertThat(Api.json(swarm.next()).get("id").asLong()).isEqualTo(1);
    api.add("after");
    assertThat(Api.json(swarm.next()).get("id").asLong()).isEqualTo(2);
    assertThat(running(EventsCommand.class)).isEqualTo(1);

    swarm.close();

    eventually().until(() -> running(EventsCommand.class) == 0);
  }

  @Test
  void a_watched_status_is_refreshed_and_stops_with_the_client() {
    swarm.start("status", "--watch", "--json");
    assertThat(Api.json(swarm.next()).at("/tasks/pending").asInt()).isZero();
    api.add("sweep");
    eventually().until(() -> daemon.time().isDueIn(SECOND));
    daemon.time().advance(SECOND);
    assertThat(Api.json(swarm.next()).at("/tasks/pending").asInt()).isEqualTo(1);

    swarm.close();

    eventually().until(() -> running(StatusCommand.class) == 0);
  }

  @Test
  void a_waiting_claim_ends_with_the_client_and_claims_nothing() {
    swarm.start("task", "claim", "--wait", "60");
    eventually().until(() -> running(TaskClaimCommand.class) == 1);

    swarm.close();

    eventually().until(() -> running(TaskClaimCommand.class) == 0);
    assertThat(api.history(api.add("sweep").get(0))).containsExactly("created");
  }

  @Test
  void too_many_followers_are_refused_and_other_commands_still_work() {
    List<Commands> followers = new ArrayList<>();
    try {
      for (int i = 0; i < MAX_COMMANDS; i++) {
        Commands follower = new Commands(daemon::connect, daemon.project());
        followers.add(follower);
        follower.start("events", "-f");
      }
      eventually().until(() -> running(EventsCommand.class) == MAX_COMMANDS);

      Result refused = swarm.run("status");

      assertThat(refused.exit()).isEqualTo(1);
      assertThat(refused.err()).contains("too many commands");
      assertThat(api.add("sweep")).hasSize(1);
      assertThat(api.titles("?project=/never/seen/before")).isEmpty();
    } finally {
      followers.forEach(Commands::close);
    }
    eventually().until(() -> swarm.run("status").exit() == 0);
  }
}
