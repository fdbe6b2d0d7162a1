package swarmd.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfile;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.json.Json;
import swarmd.testing.Api;
import swarmd.testing.Commands;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.Programs.Result;

/** Sessions of Codex, Copilot CLI, Qwen Code and OpenCode, as they were recorded. */
final class MoreHostsTest {
  private static final Set<String> HOSTS = Set.of("codex", "copilot", "qwen");
  private static final String SESSION = "00000000-0000-4000-8000-000000000001";
  private static final String SUBAGENT = "00000000-0000-4000-8000-000000000002";
  private static final String RECORDED_PROJECT = "/home/dev/project";

  private InProcessDaemon daemon;
  private Api api;

  @BeforeEach
  void start() {
    daemon = InProcessDaemon.start();
    api = daemon.api();
  }

  @AfterEach
  void stop() {
    api.close();
    daemon.close();
  }

  static List<Recording> recordings() {
    return Recording.all().stream().filter(recording -> HOSTS.contains(recording.host())).toList();
  }

  /** As the command that `swarm install` writes sends it, from this daemon's project. */
  private ObjectNode send(Recording recording) {
    String payload =
        recording.payload().toString().replace(RECORDED_PROJECT, daemon.project().toString());
    return send(recording.host(), recording.event(), payload);
  }

  private ObjectNode send(String host, String event, String payload) {
    var answer =
        api.http()
            .send(
                "POST",
                "/v1/hooks/" + event,
                Map.of("Swarm-Host", host, "Content-Type", "application/json"),
                payload.getBytes(StandardCharsets.UTF_8));
    assertThat(answer.status()).isEqualTo(200);
    return (ObjectNode) Api.json(answer.text());
  }

  private static Recording recording(String host, String event, String label) {
    return recordings().stream()
        .filter(each -> each.host().equals(host))
        .filter(each -> each.event().equals(event) && each.label().equals(label))
        .findFirst()
        .orElseThrow();
  }

  private static Recording with(Recording recording, String field, JsonNode value) {
    ObjectNode payload = recording.payload().deepCopy();
    payload.set(field, value);
    return new Recording(recording.host(), recording.event(), recording.label(), payload);
  }

  private Commands shell(Map<String, String> environment) {
    Commands shell = new Commands(daemon::connect, daemon.project());
    environment.forEach(shell::with);
    return shell;
  }

  private Result inShell(Map<String, String> environment, String... words) {
    try (Commands shell = shell(environment)) {
      return shell.run(words);
    }
  }

  private static Map<String, String> mainShell(String host) {
    return switch (host) {
      case "codex" -> Map.of("CODEX_SESSION_ID", SESSION, "CODEX_THREAD_ID", SESSION);
      case "copilot" -> Map.of("COPILOT_AGENT_SESSION_ID", SESSION);
      case "qwen" -> Map.of("QWEN_CODE_SESSION_ID", SESSION, "QWEN_CODE_AGENT_ID", "");
      default -> throw new IllegalArgumentException(host);
    };
  }

  private long ownedTask(String files) {
    ObjectNode task = api.body();
    task.withArray("tasks").addObject().put("title", "own").putArray("files").add(files);
    return api.post("/v1/tasks", task).at("/ids/0").asLong();
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void every_recording_gets_an_answer_that_its_host_accepts(Recording recording) {
    ObjectNode answer = send(recording);

    assertThat(HostRules.problems(recording.host(), recording.event(), answer)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"codex", "copilot", "qwen", "opencode"})
  void every_decision_about_every_event_is_in_the_form_of_the_host(String id) {
    Hosts hosts = new Hosts(HostCatalogue.STANDARD, text -> "/full/text");
    HostProfile host = HostCatalogue.STANDARD.find(id).orElseThrow();
    for (String name : host.events().keySet()) {
      HookEvent event =
          hosts.read(
              Optional.of(id),
              Optional.of(name),
              Optional.empty(),
              Set.of(),
              "{\"submitted_prompt\":\"x\"}".getBytes(StandardCharsets.UTF_8));
      for (HookResult result : Results.all()) {
        assertThat(HostRules.problems(id, name, hosts.write(event, result)))
            .as("%s %s", name, result)
            .isEmpty();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"codex", "opencode"})
  void a_question_that_the_host_cannot_ask_is_a_denial(String id) {
    Hosts hosts = new Hosts(HostCatalogue.STANDARD, text -> "/full/text");
    HookEvent event =
        hosts.read(
            Optional.of(id),
            Optional.of("PreToolUse"),
            Optional.empty(),
            Set.of(),
            "{}".getBytes(StandardCharsets.UTF_8));

    assertThat(hosts.write(event, Results.ask("sure?")).toString())
        .contains("deny", "cannot ask the person here, so this was denied: sure?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"codex", "copilot", "qwen"})
  void a_session_is_bound_and_its_shell_claims_in_its_name(String host) {
    send(recording(host, "SessionStart", "example"));
    api.add("one");

    Result claim = inShell(mainShell(host), "task", "claim", "--json");

    JsonNode task = Api.json(claim.out()).at("/tasks/0");
    assertThat(task.path("session").asText()).as(claim.toString()).isEqualTo(SESSION);
    assertThat(task.path("agent").asText()).isEqualTo("main-" + SESSION.substring(0, 8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"codex", "qwen"})
  void a_subagent_claims_in_its_own_name_by_its_host_s_variables(String host) {
    send(recording(host, "SessionStart", "example"));
    Recording start = recording(host, "SubagentStart", "example");
    send(start);
    String subagent = start.text("agent_id");
    Map<String, String> environment =
        switch (host) {
          case "codex" -> Map.of("CODEX_SESSION_ID", SESSION, "CODEX_THREAD_ID", subagent);
          default -> Map.of("QWEN_CODE_SESSION_ID", SESSION, "QWEN_CODE_AGENT_ID", subagent);
        };
    api.add("one");

    JsonNode task = Api.json(inShell(environment, "task", "claim", "--json").out()).at("/tasks/0");

    assertThat(task.path("session").asText()).isEqualTo(SESSION);
    assertThat(task.path("agent").asText()).isEqualTo(subagent);
  }

  /** The variable in its shell is the id of nobody. */
  @Test
  void a_subagent_in_copilot_claims_in_its_own_name_by_a_rewritten_command() {
    send(recording("copilot", "SessionStart", "example"));
    ObjectNode input = Api.object().put("command", "swarm task claim").put("mode", "sync");

    ObjectNode answer =
        send(with(recording("copilot", "PreToolUse", "Bash in subagent"), "tool_input", input));

    assertThat(answer.at("/modifiedArgs/command").asText())
        .isEqualTo(
            "export SWARM_SESSION=%s SWARM_AGENT=%s; swarm task claim"
                .formatted(SESSION, SUBAGENT));
    assertThat(answer.at("/modifiedArgs/mode").asText()).isEqualTo("sync");
    assertThat(HostRules.problems("copilot", "PreToolUse", answer)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"codex", "qwen"})
  void a_command_of_swarm_is_not_rewritten_where_the_host_names_the_agent(String host) {
    send(recording(host, "SessionStart", "example"));
    String tool = host.equals("qwen") ? "run_shell_command" : "Bash";
    for (String label : List.of(tool, tool + " in subagent")) {
      ObjectNode input = Api.object().put("command", "swarm task claim && make");

      ObjectNode answer = send(with(recording(host, "PreToolUse", label), "tool_input", input));

      assertThat(answer.toString()).isEqualTo("{\"continue\":true}");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"codex apply_patch", "copilot Write", "copilot Edit", "qwen write_file"})
  void a_file_of_another_agent_s_task_is_not_edited(String tool) {
    String host = tool.substring(0, tool.indexOf(' '));
    send(recording(host, "SessionStart", "example"));
    ownedTask("a.txt");
    api.post("/v1/tasks/claim", api.body().put("agent", "ann"));

    ObjectNode answer = send(recording(host, "PreToolUse", tool.substring(tool.indexOf(' ') + 1)));

    assertThat(answer.toString()).contains("\"permissionDecision\":\"deny\"", "belongs to task");
    assertThat(HostRules.problems(host, "PreToolUse", answer)).isEmpty();
  }

  @Test
  void every_file_of_a_patch_is_checked() {
    send(recording("codex", "SessionStart", "example"));
    ownedTask("src/b.txt");
    api.post("/v1/tasks/claim", api.body().put("agent", "ann"));
    for (String patch :
        List.of(
            "*** Add File: a.txt\n+x\n*** Update File: src/b.txt\n@@\n-x\n+y\n",
            "*** Delete File: src/b.txt\n",
            "*** Update File: a.txt\n*** Move to: src/b.txt\n@@\n-x\n+y\n",
            "  *** Update File: src/../src/b.txt\n@@\n-x\n+y\n",
            "*** Update File: %s/src/b.txt\n@@\n-x\n+y\n".formatted(daemon.project()),
            "*** Update File: a.txt\r\n@@\r\n-x\r\n+y\r\n*** Delete File: src/b.txt\r\n",
            "\u00a0*** Update File: src/b.txt\u0085\n@@\n-x\n+y\n",
            "*** Update File: a.txt\n@@\n-x\n *** Update File: src/b.txt\n@@\n-x\n+y\n",
            "*** Add File: a.txt\n+x\n".repeat(500) + "*** Delete File: src/b.txt\n")) {
      ObjectNode input =
          Api.object().put("command", "*** Begin Patch\n" + patch + "*** End Patch\n");

      ObjectNode answer =
          send(with(recording("codex", "PreToolUse", "apply_patch"), "tool_input", input));

      assertThat(answer.toString()).as(patch).contains("belongs to task");
    }
  }

  /** With models of OpenAI's, an edit in Copilot CLI is a patch that is the input itself. */
  @Test
  void a_patch_that_is_no_object_is_checked() {
    send(recording("copilot", "SessionStart", "example"));
    ownedTask("src/b.txt");
    api.post("/v1/tasks/claim", api.body().put("agent", "ann"));
    String patch = "*** Begin Patch\n*** Delete File: src/b.txt\n*** End Patch\n";

    ObjectNode answer =
        send(
            with(
                recording("copilot", "PreToolUse", "Edit"), "tool_input", TextNode.valueOf(patch)));

    assertThat(answer.toString()).contains("\"permissionDecision\":\"deny\"", "belongs to task");
  }

  @Test
  void a_patch_of_files_with_blanks_and_other_letters_is_checked() {
    send(recording("codex", "SessionStart", "example"));
    ownedTask("docs/Über uns (neu).md");
    api.post("/v1/tasks/claim", api.body().put("agent", "ann"));
    ObjectNode input =
        Api.object()
            .put(
                "command",
                "*** Begin Patch\n*** Add File: docs/Über uns (neu).md\n+x\n*** End Patch");

    ObjectNode answer =
        send(with(recording("codex", "PreToolUse", "apply_patch"), "tool_input", input));

    assertThat(answer.toString()).contains("belongs to task");
  }

  /** Lines that a patch adds are no headers, whatever they say. */
  @Test
  void a_patch_that_only_mentions_a_file_is_not_denied() {
    send(recording("codex", "SessionStart", "example"));
    ownedTask("src/b.txt");
    api.post("/v1/tasks/claim", api.body().put("agent", "ann"));
    ObjectNode input =
        Api.object()
            .put(
                "command",
                "*** Begin Patch\n*** Add File: a.txt\n+*** Update File: src/b.txt\n*** End Patch");

    ObjectNode answer =
        send(with(recording("codex", "PreToolUse", "apply_patch"), "tool_input", input));

    assertThat(answer.toString()).isEqualTo("{\"continue\":true}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"codex apply_patch", "copilot Write", "qwen write_file"})
  void a_relative_file_without_a_folder_is_looked_for_in_the_project(String tool) {
    String host = tool.substring(0, tool.indexOf(' '));
    send(recording(host, "SessionStart", "example"));
    ownedTask("a.txt");
    api.post("/v1/tasks/claim", api.body().put("agent", "ann"));
    ObjectNode payload =
        recording(host, "PreToolUse", tool.substring(tool.indexOf(' ') + 1)).payload().deepCopy();
    payload.remove("cwd");

    ObjectNode answer =
        send(host, "PreToolUse", payload.toString().replace(RECORDED_PROJECT + "/a.txt", "a.txt"));

    assertThat(answer.toString()).contains("belongs to task");
  }

  @ParameterizedTest
  @ValueSource(strings = {"codex", "copilot", "qwen"})
  void a_stop_is_held_until_the_swarm_is_complete(String host) {
    send(recording(host, "SessionStart", "example"));
    api.add("one");
    JsonNode claimed =
        Api.json(inShell(mainShell(host), "task", "claim", "--json").out()).at("/tasks/0");
    assertThat(inShell(mainShell(host), "mode", "start", "swarm").exit()).isZero();

    ObjectNode held = send(stop(host, "False"));
    assertThat(held.path("decision").asText()).as(held.toString()).isEqualTo("block");
    assertThat(HostRules.problems(host, "Stop", held)).isEmpty();

    api.post(
        "/v1/tasks/" + claimed.get("id").asLong() + "/complete",
        Api.object().put("token", claimed.at("/lease/token").asText()));
    assertThat(send(stop(host, "True")).has("decision")).isFalse();
  }

  private static Recording stop(String host, String label) {
    return with(recording(host, "Stop", label), "background_tasks", Json.object().arrayNode());
  }

  @Test
  void codex_which_has_no_limit_is_let_go_after_three_holds_without_a_tool() {
    send(recording("codex", "SessionStart", "example"));
    assertThat(inShell(mainShell("codex"), "mode", "start", "ralph").exit()).isZero();

    for (int hold = 0; hold < 3; hold++) {
      assertThat(send(stop("codex", "True")).path("decision").asText()).isEqualTo("block");
    }
    assertThat(send(stop("codex", "True")).has("decision")).isFalse();
  }

  @Test
  void codex_which_has_no_limit_is_let_go_at_the_limit_of_the_mode() {
    send(recording("codex", "SessionStart", "example"));
    api.add("one");
    assertThat(inShell(mainShell("codex"), "mode", "start", "swarm").exit()).isZero();

    int holds = 0;
    while (send(stop("codex", "True")).has("decision") && holds < 100) {
      holds++;
      send(recording("codex", "PreToolUse", "Bash"));
    }

    assertThat(holds).isEqualTo(15);
  }

  @Test
  void the_stop_of_a_subagent_in_copilot_is_not_the_session_s() {
    send(recording("copilot", "SessionStart", "example"));
    send(recording("copilot", "SubagentStart", "example"));
    assertThat(inShell(mainShell("copilot"), "mode", "start", "ralph").exit()).isZero();

    assertThat(send(recording("copilot", "Stop", "False subagent")).has("decision")).isFalse();
    assertThat(send(stop("copilot", "False")).has("decision")).isTrue();
  }

  @Test
  void only_a_prompt_that_the_person_typed_starts_a_mode() {
    for (String host : HOSTS) {
      send(recording(host, "SessionStart", "example"));
    }
    Recording qwen = recording("qwen", "UserPromptSubmit", "example");
    ObjectNode again = qwen.payload().deepCopy();
    again.remove("submitted_prompt");
    again.put("prompt", "ralph, fix the login");
    send("qwen", "UserPromptSubmit", again.toString());
    send("qwen", "UserPromptSubmit", again.put("prompt", "").toString());

    ObjectNode subagent = recording("codex", "UserPromptSubmit", "example").payload().deepCopy();
    subagent.put("agent_id", SUBAGENT).put("prompt", "ralph, fix the login");
    send("codex", "UserPromptSubmit", subagent.toString());

    ObjectNode echo = recording("copilot", "UserPromptSubmit", "example").payload().deepCopy();
    send("copilot", "UserPromptSubmit", echo.put("prompt", "[swarmd stop] ralph, go").toString());

    assertThat(modes()).isEmpty();

    ObjectNode typed = qwen.payload().deepCopy();
    typed.put("prompt", "ralph, fix the login").put("submitted_prompt", "ralph, fix the login");
    assertThat(send("qwen", "UserPromptSubmit", typed.toString()).toString()).contains("ralph");
    assertThat(modes()).hasSize(1);
  }

  @Test
  void a_command_that_the_host_expands_counts_as_it_was_typed() {
    send(recording("qwen", "SessionStart", "example"));
    ObjectNode prompt = recording("qwen", "UserPromptSubmit", "example").payload().deepCopy();
    prompt.put("prompt", "ralph, write a haiku").put("submitted_prompt", "/poem");
    send("qwen", "UserPromptSubmit", prompt.toString());
    assertThat(modes()).isEmpty();

    prompt.put("prompt", "Work on this.\n\nfix it").put("submitted_prompt", "/ralph fix it");
    send("qwen", "UserPromptSubmit", prompt.toString());
    assertThat(modes()).singleElement().asString().contains("ralph");
  }

  @Test
  void a_skill_that_the_person_calls_in_copilot_is_a_command() {
    send(recording("copilot", "SessionStart", "example"));
    ObjectNode prompt = recording("copilot", "UserPromptSubmit", "example").payload().deepCopy();
    String frame =
        """
        The user explicitly invoked the "/%s" skill. Follow its instructions now.

        <skill-context name="%1$s">
        Base directory for this skill: /home/dev/.copilot/skills/%1$s

        autopilot: do as the skill says.


        ARGUMENTS: fix the login
        </skill-context>\
        """;
    send("copilot", "UserPromptSubmit", prompt.put("prompt", frame.formatted("poem")).toString());
    assertThat(modes()).isEmpty();

    send("copilot", "UserPromptSubmit", prompt.put("prompt", frame.formatted("ralph")).toString());
    assertThat(modes()).singleElement().asString().contains("ralph");
  }

  /** Copilot CLI has an autopilot of its own, which sends a prompt for each of its turns. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "The user set this explicit autopilot objective with /autopilot:\n\nralph, fix the login",
        "You have not yet marked the task as complete using the task_complete tool. Go on.\n\n"
            + "Active autopilot objective:\n\nralph, fix the login"
      })
  void the_prompts_of_copilot_s_own_autopilot_start_no_mode(String text) {
    send(recording("copilot", "SessionStart", "example"));
    ObjectNode prompt = recording("copilot", "UserPromptSubmit", "example").payload().deepCopy();

    send("copilot", "UserPromptSubmit", prompt.put("prompt", text).toString());

    assertThat(modes()).isEmpty();
  }

  private List<String> modes() {
    return inShell(Map.of(), "mode", "list", "--json")
        .out()
        .lines()
        .filter(line -> line.contains("\"mode\""))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"codex", "copilot", "qwen"})
  void read_only_commands_and_the_agent_s_own_are_permitted(String host) {
    send(recording(host, "SessionStart", "example"));
    Recording asked = recording(host, "PermissionRequest", "example");
    String field = host.equals("copilot") ? "toolInput" : "tool_input";
    for (String command : List.of("ls", "swarm task claim")) {
      ObjectNode answer = send(with(asked, field, Api.object().put("command", command)));

      assertThat(answer.toString()).contains("\"behavior\":\"allow\"");
      assertThat(HostRules.problems(host, "PermissionRequest", answer)).isEmpty();
    }
  }

  /** A permission request of Copilot CLI calls the tool otherwise than its other events. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "codex mcp__swarmd__task_claim",
        "copilot swarmd/task_claim",
        "qwen mcp__swarmd__task_claim"
      })
  void swarmd_s_own_tools_are_permitted_and_those_of_other_servers_are_not(String tool) {
    String host = tool.substring(0, tool.indexOf(' '));
    String name = tool.substring(tool.indexOf(' ') + 1);
    send(recording(host, "SessionStart", "example"));
    Recording asked = recording(host, "PermissionRequest", "example");
    String field = host.equals("copilot") ? "toolName" : "tool_name";

    ObjectNode answer = send(with(asked, field, TextNode.valueOf(name)));
    ObjectNode other =
        send(with(asked, field, TextNode.valueOf(name.replace("swarmd", "another"))));

    assertThat(answer.toString()).contains("\"behavior\":\"allow\"");
    assertThat(HostRules.problems(host, "PermissionRequest", answer)).isEmpty();
    assertThat(other.toString()).doesNotContain("behavior");
  }

  @ParameterizedTest
  @ValueSource(strings = {"codex", "copilot", "qwen"})
  void a_permission_request_that_cannot_be_read_is_denied_in_the_host_s_own_form(String host) {
    ObjectNode answer = send(host, "PermissionRequest", "{");

    assertThat(answer.toString()).contains("\"behavior\":\"deny\"");
    assertThat(HostRules.problems(host, "PermissionRequest", answer)).isEmpty();
  }
}
