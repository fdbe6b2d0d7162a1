package swarmd.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfile;
import swarmd.catalogue.Launcher;
import swarmd.catalogue.ToolKind;
import swarmd.testing.Api;
import swarmd.testing.Commands;
import swarmd.testing.InProcessDaemon;

/** A fourth host needs a profile and a writer of answers, and nothing else. */
class InventedHostTest {
  private static final HostProfile INVENTED =
      HostProfile.named("invented", "Invented Agent")
          .event("ToolStarting", EventKind.BEFORE_TOOL)
          .event("TurnEnding", EventKind.STOP)
          .event("Began", EventKind.SESSION_START)
          .event("MayI", EventKind.PERMISSION_REQUEST)
          .tools(ToolKind.EDIT, "scribble")
          .variables(
              new HostProfile.Variables(
                  Optional.of("INVENTED_PROJECT"),
                  Optional.of("INVENTED_SESSION"),
                  true,
                  Optional.empty(),
                  java.util.List.of()))
          .permissionDenial("{\"verdict\":\"no\",\"because\":\"MESSAGE\"}")
          .build();

  private InProcessDaemon daemon;
  private Api api;

  @BeforeEach
  void start() {
    daemon = InProcessDaemon.start(HostCatalogue.STANDARD.with(INVENTED));
    api = daemon.api();
  }

  @AfterEach
  void stop() {
    api.close();
    daemon.close();
  }

  private JsonNode send(ObjectNode payload) {
    payload.put("session_id", "s1").put("cwd", daemon.project().toString());
    return Api.json(api.http().post("/v1/hooks", payload.toString()).text());
  }

  private static ObjectNode event(String name) {
    return Api.object().put("hook_event_name", name);
  }

  private Commands shell() {
    return new Commands(daemon::connect, daemon.project()).with("INVENTED_SESSION", "s1");
  }

  @Test
  void its_stop_is_held_by_a_mode_in_its_own_words() {
    send(event("Began"));
    try (Commands shell = shell()) {
      assertThat(shell.run("mode", "start", "ralph").exit()).isZero();
    }

    JsonNode held = send(event("TurnEnding"));

    assertThat(held.get("verdict").asText()).isEqualTo("no");
    assertThat(held.get("because").asText()).contains("ralph");
  }

  @Test
  void its_tools_cannot_edit_what_another_agent_owns() {
    ObjectNode task = api.body();
    task.withArray("tasks").addObject().put("title", "own").putArray("files").add("src/**");
    api.post("/v1/tasks", task);
    api.post("/v1/tasks/claim", api.body().put("agent", "ann"));

    ObjectNode edit = event("ToolStarting").put("tool_name", "scribble");
    edit.putObject("tool_input").put("file_path", daemon.project() + "/src/A.java");

    assertThat(send(edit).get("because").asText()).contains("belongs to task");
  }

  @Test
  void a_hook_of_the_person_runs_for_its_events() throws IOException {
    Path settings = daemon.project().resolve(".swarmd/settings.json");
    Files.createDirectories(settings.getParent());
    Files.writeString(
        settings,
        """
        {"hooks": {"PreToolUse": [{"hooks": [
          {"type": "command", "command": "echo never >&2; exit 2"}]}]}}
        """);
    try (Commands person = new Commands(daemon::connect, daemon.project())) {
      var trusted = person.run("hooks", "trust", "--yes");
      assertThat(trusted.exit()).as(trusted.err()).isZero();
    }

    ObjectNode use = event("ToolStarting").put("tool_name", "anything").put("tool_use_id", "t1");
    use.putObject("tool_input");

    assertThat(send(use).get("because").asText()).contains("never");
  }

  @Test
  void its_permission_request_without_a_tool_is_denied() {
    assertThat(send(event("MayI")).get("verdict").asText()).isEqualTo("no");
  }

  @Test
  void its_events_are_found_by_a_hook_type_in_the_path() {
    JsonNode answer =
        Api.json(
            api.http()
                .send(
                    "POST",
                    "/v1/hooks/session-start",
                    Map.of("Swarm-Host", "invented", "Content-Type", "application/json"),
                    "{\"session_id\":\"s1\"}".getBytes(StandardCharsets.UTF_8))
                .text());

    assertThat(answer.get("verdict").asText()).isEqualTo("yes");
  }

  @Test
  void the_launcher_knows_it_when_it_is_built_for_it() throws IOException {
    Path template = Path.of(System.getProperty("swarmd.repository"), "client/src/main/bin/swarm");

    String script =
        Launcher.fill(Files.readString(template), HostCatalogue.STANDARD.with(INVENTED));

    assertThat(script)
        .contains("host=${host:-${INVENTED_PROJECT+invented}}")
        .contains("ToolStarting | ")
        .contains(
            "invented) printf '%s\\n' '{\"verdict\":\"no\",\"because\":\"swarmd did not answer");
  }
}
