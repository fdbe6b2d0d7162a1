package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import swarmd.testing.Api;
import swarmd.testing.Commands;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;
import swarmd.testing.Programs.Result;

/** Commands that run until the user ends them. They hold no thread while they wait. */
final class LiveCommandsTest extends InProcessTest {
  private static final int MORE_THAN_THREADS = CommandLineRunner.THREADS + 6;
  private static final Duration SECOND = Duration.ofSeconds(1);

  private int timersAtRest;

  @BeforeEach
  void countTimers() {
    timersAtRest = daemon.time().waiting();
  }

  /** How many commands wait for a moment in time. */
  private int timers() {
    return daemon.time().waiting() - timersAtRest;
  }

  @Test
  void followed_events_arrive_as_they_happen_and_stop_with_the_client() {
    api.add("before");
    swarm.start("events", "-f", "--json");
    assertThat(Api.json(swarm.next()).get("id").asLong()).isEqualTo(1);
    api.add("after");
    assertThat(Api.json(swarm.next()).get("id").asLong()).isEqualTo(2);
    eventually().until(() -> timers() == 1);

    swarm.close();

    eventually().until(() -> timers() == 0);
  }

  @Test
  void followed_hooks_arrive_as_they_happen() {
    swarm.start("events", "-f", "--hooks");
    eventually().until(() -> daemon.time().isDueIn(Duration.ofMillis(500)));
    new HostSession(api.http(), daemon.project(), "s1").prompt("hello");
    try (Commands other = new Commands(daemon::connect, daemon.project())) {
      eventually().until(() -> other.run("events").out().contains("keyword-detector"));
    }
    daemon.time().advance(Duration.ofMillis(500));

    assertThat(swarm.next()).contains("keyword-detector");
  }

  @Test
  void a_watched_status_is_refreshed_and_stops_with_the_client() {
    swarm.start("status", "--watch", "--json");
    assertThat(Api.json(swarm.next()).at("/tasks/pending").asInt()).isZero();
    api.add("sweep");
    eventually().until(() -> daemon.time().isDueIn(SECOND));
    daemon.time().advance(SECOND);
    assertThat(Api.json(swarm.next()).at("/tasks/pending").asInt()).isEqualTo(1);
    eventually().until(() -> daemon.time().isDueIn(SECOND));

    swarm.close();

    eventually().until(() -> timers() == 0);
  }

  @Test
  void a_waiting_claim_ends_with_the_client_and_claims_nothing() {
    swarm.start("task", "claim", "--wait", "60");
    eventually().until(() -> timers() == 1);

    swarm.close();

    eventually().until(() -> timers() == 0);
    assertThat(api.history(api.add("sweep").get(0))).containsExactly("created");
  }

  private static Stream<List<String>> waitingCommands() {
    return Stream.of(
        List.of("task", "claim", "--wait", "60", "--project", "/"),
        List.of("events", "-f", "--tasks"),
        List.of("status", "--watch"));
  }

  @ParameterizedTest
  @MethodSource("waitingCommands")
  void any_number_of_commands_can_wait_while_others_run(List<String> command) {
    List<Commands> waiting = new ArrayList<>();
    try {
      for (int i = 0; i < MORE_THAN_THREADS; i++) {
        Commands client = new Commands(daemon::connect, daemon.project());
        waiting.add(client);
        client.start(command.toArray(String[]::new));
      }

      assertThat(ok(swarm.run("task", "add", "sweep")).out()).contains("sweep");
      ok(swarm.run("task", "claim", "1"));
      ok(swarm.run("task", "done", "1"));
    } finally {
      waiting.forEach(Commands::close);
    }
    eventually().until(() -> api.connections() == 2);
    eventually().until(() -> timers() <= 1); // the expiry of the lease
  }

  @Test
  void a_command_that_waits_when_the_daemon_stops_gets_a_reason_and_an_exit_code() {
    List<Commands> waiting =
        waitingCommands()
            .map(
                command -> {
                  Commands client = new Commands(daemon::connect, daemon.project());
                  client.start(command.toArray(String[]::new));
                  return client;
                })
            .toList();
    eventually().until(() -> timers() == 2);

    daemon.restart();

    assertThat(waiting)
        .allSatisfy(
            client -> {
              Result result = client.rest();
              assertThat(result.exit()).isEqualTo(1);
              assertThat(result.err()).contains("the daemon is stopping");
              client.close();
            });
  }
}
