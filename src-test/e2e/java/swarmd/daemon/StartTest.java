package swarmd.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.EventStream;
import swarmd.testing.Programs;
import swarmd.testing.RunningDaemon;

final class StartTest {
  @Test
  void a_second_start_names_the_running_daemon_and_exits_with_3() {
    try (RunningDaemon daemon = RunningDaemon.start()) {
      Programs.Result second = daemon.runToEnd();

      assertThat(second.exit()).isEqualTo(3);
      assertThat(second.err()).contains("already running, pid " + daemon.pid());
      assertThat(daemon.api().get("/v1/status").at("/daemon/pid").asLong()).isEqualTo(daemon.pid());
    }
  }

  @Test
  void only_one_of_many_simultaneous_starts_wins() {
    try (RunningDaemon home = RunningDaemon.notStarted(Map.of())) {
      List<Process> starting = new ArrayList<>();
      try {
        for (int i = 0; i < 5; i++) {
          starting.add(home.startAnother());
        }
        eventually().until(() -> starting.stream().filter(Process::isAlive).count() == 1);

        assertThat(starting)
            .filteredOn(process -> !process.isAlive())
            .allSatisfy(process -> assertThat(process.exitValue()).isEqualTo(3));
      } finally {
        starting.forEach(Process::destroyForcibly);
        starting.forEach(Programs::await);
      }
    }
  }

  @Test
  void a_start_after_kill_9_finds_all_data() {
    try (RunningDaemon daemon = RunningDaemon.start()) {
      Api.Held held;
      try (Api api = daemon.api()) {
        api.add("one", "two");
        held = api.claim("ann");
      }
      daemon.kill();
      assertThat(daemon.socket()).exists();

      daemon.restart();

      try (Api api = daemon.api()) {
        assertThat(api.get("/v1/status").at("/daemon/pid").asLong()).isEqualTo(daemon.pid());
        assertThat(api.get("/v1/tasks").get("tasks").findValuesAsText("status"))
            .containsExactly("claimed", "pending");
        assertThat(api.complete(held).get("status").asText()).isEqualTo("done");
      }
    }
  }

  @Test
  void a_follower_of_events_continues_after_a_restart_without_a_gap() {
    try (RunningDaemon daemon = RunningDaemon.start()) {
      long last;
      try (Api api = daemon.api();
          EventStream events = EventStream.open(daemon.connect(), "?since=0")) {
        api.add("one", "two");
        last = events.next().id();
      }
      daemon.stop();
      daemon.restart();

      Map<String, String> resume = Map.of("Last-Event-ID", "" + last);
      try (Api api = daemon.api();
          EventStream events = EventStream.open(daemon.connect(), "", resume)) {
        api.add("three");
        assertThat(events.next(2))
            .extracting(EventStream.Event::id)
            .containsExactly(last + 1, last + 2);
      }
    }
  }
}
