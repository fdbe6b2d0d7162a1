package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.settings.Setting;
import swarmd.testing.Api;
import swarmd.testing.Commands;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessDaemon;

final class ObservingCommandsTest {
  private InProcessDaemon daemon;
  private Api api;
  private Commands swarm;

  @BeforeEach
  void start() {
    daemon = InProcessDaemon.start(Map.of("SWARMD_LEASE_MS", "60000"));
    api = daemon.api();
    swarm = new Commands(daemon::connect, daemon.project());
  }

  @AfterEach
  void stop() {
    swarm.close();
    api.close();
    daemon.close();
  }

  @Test
  void status_without_tasks_shows_how_to_add_one() {
    assertThat(swarm.run("status").out())
        .startsWith("swarmd ")
        .contains("socket " + daemon.socket())
        .contains("No tasks yet. Add some:  swarm task add");
  }

  @Test
  void status_shows_swarms_and_who_works_on_what() {
    api.add("sweep", "mop");
    api.claim("ann");

    assertThat(swarm.run("status").out())
        .containsPattern("default +open +1 +0 +1 +0 +0 +0\n")
        .containsPattern("1 +ann +- +1m 0s +1/3 +sweep\n");
    assertThat(swarm.run("status", "--project", "/").out()).contains("No tasks yet");
  }

  @Test
  void status_as_json_matches_the_api() {
    api.add("sweep", "mop");
    api.claim("ann");

    assertThat(Api.json(swarm.run("status", "--json").out())).isEqualTo(api.get("/v1/status"));
  }

  @Test
  void events_can_be_limited_by_count_id_and_project() {
    api.add("one", "two", "three");
    api.post("/v1/tasks", Api.object().put("project", "/elsewhere").put("title", "four"));

    assertThat(ids("events")).containsExactly(1L, 2L, 3L, 4L);
    assertThat(ids("events", "-n", "2")).containsExactly(3L, 4L);
    assertThat(ids("events", "--since", "1")).containsExactly(2L, 3L, 4L);
    assertThat(ids("events", "--project", "/elsewhere")).containsExactly(4L);
    assertThat(ids("events", "--project", ".")).containsExactly(1L, 2L, 3L);
    assertThat(swarm.run("events", "-n", "1").out())
        .matches(
            " +4 {2}\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d {2}created +task 4 \"four\""
                + " {2}/elsewhere\n");
  }

  @Test
  void a_negative_number_of_events_is_wrong_usage() {
    api.add("one");

    assertThat(ids("events", "-n", "0")).isEmpty();
    assertThat(swarm.run("events", "-n", "-5").exit()).isEqualTo(2);
    assertThat(swarm.run("events", "-n", "-5").err())
        .isEqualTo("swarm: -n must be at least 0, not -5\n");
  }

  private List<Long> ids(String... command) {
    String[] asJson = Stream.concat(Stream.of(command), Stream.of("--json")).toArray(String[]::new);
    return swarm.run(asJson).out().lines().map(line -> Api.json(line).get("id").asLong()).toList();
  }

  @Test
  void settings_shows_every_value_and_where_it_came_from() {
    JsonNode settings = Api.json(swarm.run("settings", "--json").out()).get("settings");

    assertThat(settings.findValuesAsText("variable"))
        .containsExactlyElementsOf(Stream.of(Setting.values()).map(Setting::variable).toList());
    assertThat(swarm.run("settings").out())
        .containsPattern(
            "SWARMD_LEASE_MS +lease\\.ms +60000 +environment SWARMD_LEASE_MS +how long")
        .containsPattern("SWARMD_LOG_LEVEL +log\\.level +info +default +error, warn")
        .containsPattern("SWARMD_HOME +- ");
  }

  @Test
  void settings_reports_unknown_keys_at_every_level_and_unknown_variables() throws IOException {
    Files.createDirectories(daemon.project().resolve(".swarmd"));
    Files.writeString(
        daemon.project().resolve(".swarmd/settings.json"),
        """
        {"proyect": "x",
         "lease.ms": 5,
         "checks": {"test": {"comand": "true", "command": "true"}},
         "hooks": {"PreTolUse": [{"hooks": [{"type": "command", "command": "x", "timout": 3}]}]}}
        """);
    swarm.with("SWARMD_LEASE_SM", "5");

    assertThat(swarm.run("settings").err().replaceAll("(?m)^.*settings.json:", ""))
        .contains("unknown variable SWARMD_LEASE_SM; did you mean 'SWARMD_LEASE_MS'?\n")
        .contains("settings.json; did you mean 'project'?\n")
        .contains("settings.json; put it into \"settings\": {\"lease.ms\": …}\n")
        .contains("'comand' is unknown and has no effect; did you mean 'command'?\n")
        .contains("'timout' is unknown and has no effect; did you mean 'timeout'?\n")
        .contains("no host is known to send 'PreTolUse'; did you mean 'PreToolUse'?\n");
  }

  @Test
  void tasks_and_hook_events_stand_apart_with_titles_and_short_sessions() {
    String id = "4bd9f519-0c1d-4b7e-9a55-0123456789ab";
    HostSession session = new HostSession(api.http(), daemon.project(), id);
    session.start();
    api.add("sweep \u001b[31mthe floor");
    api.claim("ann");

    assertThat(swarm.run("events").out())
        .matches(
            "(?s)HOOK EVENTS\n.* session-start +session 4bd9f519 .*\n\nTASK EVENTS\n.*created +task"
                + " 1 \"sweep .*the floor\" .*claimed +task 1 \"sweep .*the floor\" by ann .*")
        .doesNotContain("\u001b", id);
    assertThat(swarm.run("events", "--session", "4bd9f519").out()).contains("session-start");
    assertThat(swarm.run("events", "--session", "4bd9f518").out()).isEmpty();
  }

  @Test
  void on_a_terminal_an_event_takes_one_line() {
    api.add("a long title ".repeat(9));
    swarm.with("SWARM_TTY", "1").with("NO_COLOR", "1").with("COLUMNS", "50");

    assertThat(swarm.run("events").out())
        .matches(" +1 {2}\\d\\d-\\d\\d [\\d:]+ {2}created +task 1…\n|.{49}…\n");
  }

  @Test
  void a_truncated_list_says_how_to_continue() {
    api.add("one", "two", "three");

    assertThat(swarm.run("task", "list", "--limit", "2").err()).contains("--after 2");
    assertThat(swarm.run("task", "list", "--limit", "2", "--after", "2").out())
        .contains("three")
        .doesNotContain("two");
  }
}
