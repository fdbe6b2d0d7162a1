package swarmd.userhooks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.hosts.HostRules;
import swarmd.hosts.Recording;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** The user's own hooks, called by a host through the daemon. */
class UserHooksEndToEndTest extends InProcessTest {
  private HostSession session;

  @BeforeEach
  void openSession() {
    session = new HostSession(api.http(), daemon.project(), "mine");
  }

  /** Changes take effect after a second. */
  private void write(Path file, String settings) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, settings);
    daemon.time().advance(Duration.ofSeconds(2));
  }

  private void userSettings(String settings) throws IOException {
    write(daemon.socket().getParent().resolve("settings.json"), settings);
  }

  private void projectSettings(String settings) throws IOException {
    write(daemon.project().resolve(".swarmd/settings.json"), settings);
  }

  private void trust() {
    String hash =
        Api.json(ok(swarm.run("hooks", "status", "--json")).out()).findValue("sha256").asText();
    ok(swarm.run("hooks", "trust", "--hash", hash));
  }

  private JsonNode tool(String event, String tool, String file) {
    ObjectNode payload = session.payload(event).put("tool_name", tool);
    payload.putObject("tool_input").put("file_path", file).put("content", "x");
    return session.send(payload);
  }

  @Test
  void a_stop_hook_keeps_the_session_at_work_while_todos_are_open() throws IOException {
    userSettings(
"""
{
  "hooks": {
    "Stop": [{
      "name": "ensure-todos-complete",
      "hooks": [{
        "type": "command",
        "command": "if grep -q '\\\\[ \\\\]' TODO.md 2>/dev/null; then echo '{\\"continue\\":true,\\"reason\\":\\"Incomplete TODOs found\\"}'; fi"
      }]
    }]
  }
}
""");
    Files.writeString(daemon.project().resolve("TODO.md"), "- [ ] one\n");

    assertThat(session.held()).isEqualTo("Incomplete TODOs found");

    Files.writeString(daemon.project().resolve("TODO.md"), "- [x] one\n");
    session.letGo();
  }

  @Test
  void a_stop_hook_can_hold_three_times_in_a_row_without_a_tool_call() throws IOException {
    userSettings(
        """
        {"hooks": {"Stop": [{"hooks": [
          {"type": "command", "command": "echo go on >&2; exit 2"}]}]}}
        """);

    for (int i = 0; i < 2; i++) {
      for (int hold = 0; hold < 3; hold++) {
        assertThat(session.held()).isEqualTo("go on");
      }
      assertThat(session.stop().get("systemMessage").asText())
          .contains("3 times in a row", "the hook's reason: go on");
    }
    session.held();
    session.held();
    tool("PreToolUse", "Write", "/x");
    for (int hold = 0; hold < 3; hold++) {
      session.held();
    }
    session.letGo();
  }

  @Test
  void holds_by_a_stop_hook_and_by_a_mode_are_counted_together() throws IOException {
    userSettings(
        """
        {"hooks": {"Stop": [{"hooks": [
          {"type": "command", "command": "echo go on >&2; exit 2"}]}]}}
        """);
    assertThat(session.held()).isEqualTo("go on");
    assertThat(session.held()).isEqualTo("go on");
    ok(swarm.run("mode", "start", "ultrawork", "--session", "mine"));

    assertThat(session.held()).startsWith("[swarmd ultrawork]");

    JsonNode fourth = session.stop();
    assertThat(fourth.has("decision")).as(fourth.toString()).isFalse();
    assertThat(fourth.get("systemMessage").asText()).contains("used no tool");
  }

  @Test
  void fields_for_the_host_alone_reach_it_unless_the_hook_denies() throws IOException {
    userSettings(
"""
{"hooks": {"PostToolUse": [
  {"matcher": "Read", "hooks": [{"type": "command",
    "command": "echo '{\\"hookSpecificOutput\\":{\\"hookEventName\\":\\"PostToolUse\\",\\"updatedMCPToolOutput\\":\\"short\\"}}'"}]},
  {"matcher": "Write", "hooks": [{"type": "command",
    "command": "echo '{\\"decision\\":\\"block\\",\\"reason\\":\\"no\\",\\"hookSpecificOutput\\":{\\"hookEventName\\":\\"PostToolUse\\",\\"updatedMCPToolOutput\\":5}}'"}]}]}}
""");

    assertThat(tool("PostToolUse", "Read", "/x"))
        .isEqualTo(
            Api.json(
                "{\"hookSpecificOutput\":{\"hookEventName\":\"PostToolUse\",\"updatedMCPToolOutput\":\"short\"}}"));
    assertThat(tool("PostToolUse", "Write", "/x"))
        .isEqualTo(Api.json("{\"decision\":\"block\",\"reason\":\"no\"}"));
  }

  @Test
  void a_hook_can_block_or_allow_a_tool() throws IOException {
    userSettings(
"""
{"hooks": {"BeforeTool": [
  {"matcher": "Write", "hooks": [{"type": "command",
    "command": "echo '{\\"decision\\": \\"block\\", \\"reason\\": \\"File writing blocked by security policy\\"}'"}]},
  {"matcher": "Edit", "hooks": [{"type": "command",
    "command": "echo '{\\"decision\\": \\"allow\\", \\"reason\\": \\"File writing approved\\"}'"}]},
  {"matcher": "Read", "hooks": [{"type": "command",
    "command": "echo '{\\"decision\\": \\"ask\\", \\"reason\\": \\"Is it yours?\\"}'"}]}]}}
""");

    JsonNode blocked = tool("PreToolUse", "Write", "/x").get("hookSpecificOutput");
    JsonNode allowed = tool("PreToolUse", "Edit", "/x").get("hookSpecificOutput");
    JsonNode asked = tool("PreToolUse", "Read", "/x").get("hookSpecificOutput");

    assertThat(blocked.get("permissionDecision").asText()).isEqualTo("deny");
    assertThat(blocked.get("permissionDecisionReason").asText())
        .isEqualTo("File writing blocked by security policy");
    assertThat(allowed.get("permissionDecision").asText()).isEqualTo("allow");
    assertThat(asked.get("permissionDecision").asText()).isEqualTo("ask");
    assertThat(asked.get("permissionDecisionReason").asText()).isEqualTo("Is it yours?");
  }

  /** A hook's answer as its event has to carry it to Gemini CLI. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "BeforeModel; before-model; {'llm_request':{'messages':[{'role':'user','content':'Please"
            + " respond with exactly: hello'}]}}",
        "AfterModel; after-model; {'llm_response':{'candidates':[{'content':{'role':'model',"
            + "'parts':['[redacted]']}}]}}",
        "BeforeToolSelection; before-tool-selection; {'toolConfig':{'mode':'ANY',"
            + "'allowedFunctionNames':['read_file']}}",
        "SessionStart; session-startup; {'additionalContext':'Welcome'}",
        "BeforeAgent; before-agent; {'additionalContext':'Answer briefly'}"
      })
  void a_hooks_change_of_a_request_answer_or_prompt_reaches_the_host(
      String event, String name, String said) throws IOException {
    ObjectNode specific = (ObjectNode) Api.json(said.replace('\'', '"'));
    Files.writeString(
        daemon.project().resolve("said.json"),
        Api.object()
            .put("decision", "allow")
            .<ObjectNode>set("hookSpecificOutput", specific.put("hookEventName", event))
            .toString());
    userSettings(
        "{\"hooks\":{\"%s\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"cat said.json\"}]}]}}"
            .formatted(name));

    assertThat(session.send(gemini(event)).get("hookSpecificOutput")).isEqualTo(specific);
  }

  @ParameterizedTest
  @ValueSource(strings = {"BeforeModel", "AfterModel"})
  void a_model_call_can_be_denied(String event) throws IOException {
    userSettings(
        "{\"hooks\":{\"%s\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"echo no secrets >&2; exit 2\"}]}]}}"
            .formatted(event));

    JsonNode answer = session.send(gemini(event));

    assertThat(answer).isEqualTo(Api.json("{\"decision\":\"deny\",\"reason\":\"no secrets\"}"));
    assertThat(HostRules.problems("gemini", event, (ObjectNode) answer)).isEmpty();
  }

  @Test
  void a_substitute_answer_is_sent_with_the_denial_of_a_model_call() throws IOException {
    String said =
        "{\"decision\":\"deny\",\"reason\":\"cached\",\"hookSpecificOutput\":{\"hookEventName\":\"BeforeModel\",\"llm_response\":{\"candidates\":[]}}}";
    Files.writeString(daemon.project().resolve("said.json"), said);
    userSettings(
        "{\"hooks\":{\"BeforeModel\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"cat"
            + " said.json\"}]}]}}");

    assertThat(session.send(gemini("BeforeModel"))).isEqualTo(Api.json(said));
  }

  @Test
  void a_compaction_can_be_forbidden() throws IOException {
    userSettings(
        "{\"hooks\":{\"PreCompact\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"echo not now"
            + " >&2; exit 2\"}]}]}}");

    JsonNode answer = session.send(session.payload("PreCompact").put("trigger", "manual"));

    assertThat(answer).isEqualTo(Api.json("{\"decision\":\"block\",\"reason\":\"not now\"}"));
    assertThat(HostRules.problems("claude", "PreCompact", (ObjectNode) answer)).isEmpty();
  }

  @Test
  void fields_for_the_host_alone_reach_an_unknown_host() throws IOException {
    userSettings(
"""
{"hooks": {"PostToolUse": [{"hooks": [{"type": "command",
  "command": "echo '{\\"modifiedOutput\\":\\"short\\",\\"additionalContext\\":\\"cut\\"}'"}]}]}}
""");

    JsonNode answer =
        Api.json(
            api.http()
                .send(
                    "POST",
                    "/v1/hooks/post-tool-use",
                    Map.of("Swarm-Host", "generic"),
                    session
                        .payload("PostToolUse")
                        .put("tool_name", "read")
                        .toString()
                        .getBytes(UTF_8))
                .text());

    assertThat(answer.get("modifiedOutput").asText()).isEqualTo("short");
    assertThat(answer.get("additionalContext").asText()).isEqualTo("cut");
  }

  @Test
  void a_notification_cannot_be_changed() throws IOException {
    userSettings(
"""
{"hooks": {"notification": [{"matcher": "ToolPermission", "hooks": [{"type": "command",
  "command": "touch notified; echo '{\\"decision\\":\\"block\\",\\"hookSpecificOutput\\":{\\"message\\":\\"x\\"}}'"}]}]}}
""");

    assertThat(session.send(gemini("Notification"))).isEqualTo(Api.json("{\"continue\":true}"));
    assertThat(daemon.project().resolve("notified")).exists();
  }

  private ObjectNode gemini(String event) {
    return Recording.of("gemini-" + event).payload().put("cwd", daemon.project().toString());
  }

  @Test
  void each_hook_before_a_tool_sees_earlier_changes() throws IOException {
    userSettings(
"""
{"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [
  {"type": "command", "command": "true"},
  {"type": "command", "command": "echo '{\\"hookSpecificOutput\\":{\\"hookEventName\\":\\"PreToolUse\\",\\"updatedInput\\":{\\"content\\":\\"y\\"}}}'"},
  {"type": "command", "command": "cat > seen.json"}]}]}}
""");

    JsonNode answer = tool("PreToolUse", "Write", "/x").get("hookSpecificOutput");

    assertThat(answer.get("updatedInput"))
        .isEqualTo(Api.json("{\"file_path\":\"/x\",\"content\":\"y\"}"));
    assertThat(Api.json(Files.readString(daemon.project().resolve("seen.json"))).at("/tool_input"))
        .isEqualTo(answer.get("updatedInput"));
  }

  @Test
  void hooks_run_once_for_a_tool_use_that_is_reported_twice() throws IOException {
    userSettings(
        """
        {"hooks": {"PreToolUse": [{"hooks": [
          {"type": "command", "command": "echo x >> runs; echo no >&2; exit 2"}]}]}}
        """);
    ObjectNode use = session.payload("PreToolUse").put("tool_name", "Write");

    JsonNode first = session.send(use.put("tool_use_id", "t1"));
    JsonNode again = session.send(use);

    assertThat(again.at("/hookSpecificOutput/permissionDecision").asText()).isEqualTo("deny");
    assertThat(again).isEqualTo(first);
    assertThat(daemon.project().resolve("runs")).hasContent("x");
  }

  @Test
  void hooks_of_a_project_run_only_while_they_are_trusted() throws IOException {
    Path marker = daemon.project().resolve("marker");
    String settings =
        "{\"hooks\":{\"PreToolUse\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"touch"
            + " marker\"}]}]}}";
    projectSettings(settings);

    JsonNode first = tool("PreToolUse", "Write", "/x");
    JsonNode second = tool("PreToolUse", "Write", "/x");

    assertThat(marker).doesNotExist();
    assertThat(first.get("systemMessage").asText()).contains("swarm hooks trust");
    assertThat(second.has("systemMessage")).isFalse();
    assertThat(ok(swarm.run("status")).out()).contains("swarm hooks trust");
    trust();
    tool("PreToolUse", "Write", "/x");
    assertThat(marker).exists();
    assertThat(api.get("/v1/status").get("untrusted_hooks")).isEmpty();
    Files.delete(marker);
    projectSettings(settings.replace("touch", "touch ./"));
    assertThat(tool("PreToolUse", "Write", "/x").get("systemMessage").asText())
        .contains("have changed");
    assertThat(marker).doesNotExist();
  }

  @Test
  void the_user_is_warned_once_about_a_broken_file() throws IOException {
    userSettings("{\"hooks\": {\"PreToolUse\": [{\"hooks\": []}],}}");

    assertThat(tool("PreToolUse", "Write", "/x").get("systemMessage").asText())
        .contains("settings.json runs; see: swarm hooks status");
    assertThat(tool("PreToolUse", "Write", "/x").has("systemMessage")).isFalse();
    userSettings(
        "{\"hooks\": {\"MoonRise\": [{\"hooks\": [{\"type\":\"command\",\"command\":\"x\"}]}]}}");
    session = new HostSession(api.http(), daemon.project(), "another");
    assertThat(tool("PreToolUse", "Write", "/x").has("systemMessage"))
        .as("what may be right is only in hooks status")
        .isFalse();
  }

  @Test
  void a_broken_file_of_an_untrusted_project_causes_no_warning() throws IOException {
    String broken = "{\"hooks\": {,}}";
    projectSettings(broken);
    assertThat(tool("PreToolUse", "Write", "/x").has("systemMessage")).isFalse();

    projectSettings(
        "{\"hooks\":{\"Stop\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"true\"}]}]}}");
    trust();
    projectSettings(broken);
    assertThat(tool("PreToolUse", "Write", "/x").get("systemMessage").asText())
        .contains("p/.swarmd/settings.json runs; see: swarm hooks status");
  }

  @Test
  void context_from_before_a_tool_comes_with_its_result() throws IOException {
    userSettings(
"""
{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "echo mind the gap"}]}]}}
""");

    JsonNode before = tool("PreToolUse", "Write", "/x");
    JsonNode after = tool("PostToolUse", "Write", "/x");
    JsonNode later = tool("PostToolUse", "Write", "/x");

    assertThat(before).isEqualTo(Api.json("{\"continue\":true}"));
    assertThat(after.at("/hookSpecificOutput/additionalContext").asText())
        .isEqualTo("mind the gap");
    assertThat(later).isEqualTo(Api.json("{\"continue\":true}"));
  }

  @Test
  void context_with_a_denial_is_dropped() throws IOException {
    userSettings(
"""
{"hooks": {"PreToolUse": [
  {"matcher": "Read", "hooks": [{"type": "command", "command": "echo of the other tool"}]},
  {"matcher": "Write", "hooks": [
    {"type": "command", "command": "echo superfluous"},
    {"type": "command", "command": "echo '{\\"permissionDecision\\":\\"deny\\",\\"reason\\":\\"no\\",\\"additionalContext\\":\\"superfluous too\\"}'"}]}]}}
""");

    tool("PreToolUse", "Read", "/x");
    JsonNode denied = tool("PreToolUse", "Write", "/x");
    JsonNode after = tool("PostToolUse", "Read", "/x");

    assertThat(denied)
        .isEqualTo(
            Api.json(
                "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\","
                    + "\"permissionDecision\":\"deny\",\"permissionDecisionReason\":\"no\"}}"));
    assertThat(after.at("/hookSpecificOutput/additionalContext").asText())
        .isEqualTo("of the other tool");
    assertThat(session.prompt("go on")).isEqualTo(Api.json("{\"continue\":true}"));
  }

  @Test
  void a_failed_hook_is_recorded_and_changes_nothing() throws IOException {
    userSettings(
"""
{"hooks": {"PreToolUse": [{"name": "guard", "hooks": [{"type": "command", "command": "exit 3"}]}]}}
""");

    JsonNode answer = tool("PreToolUse", "Write", "/x");

    assertThat(answer.has("hookSpecificOutput")).isFalse();
    eventually()
        .untilAsserted(
            () ->
                assertThat(ok(swarm.run("events", "--hooks", "--json")).out())
                    .contains("\"error\":\"hook guard "));
  }

  @ParameterizedTest
  @CsvSource({
    "PreToolUse, PreToolUse",
    "PostToolUse, PostToolUse",
    "PostToolUseFailure, PostToolUseFailure",
    "PermissionRequest, PermissionRequest",
    "UserPromptSubmit, UserPromptSubmit",
    "SessionStart, SessionStart",
    "SessionEnd, SessionEnd",
    "Stop, Stop",
    "SubagentStop, SubagentStop",
    "Compaction, PreCompact"
  })
  void the_hooks_of_every_event_receive_its_payload(String name, String sent) throws IOException {
    userSettings(
        "{\"hooks\":{\"%s\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"cat > received\"}]}]}}"
            .formatted(name));
    ObjectNode payload = session.payload(sent);
    if (sent.contains("Tool") || sent.startsWith("Permission")) {
      payload.put("tool_name", "Write").putObject("tool_input").put("content", "x");
    }

    session.send(payload);

    assertThat(Api.json(Files.readString(daemon.project().resolve("received")))).isEqualTo(payload);
  }

  /** What an event is about, besides the fields that all events have. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "PreToolUse; {'tool_name':'Write','tool_use_id':'t1','tool_input':{'content':'x'},"
            + "'permission_mode':'plan'}",
        "PostToolUse; {'tool_name':'Write','tool_use_id':'t1','tool_input':{'content':'x'},"
            + "'tool_response':{'success':true,'llmContent':'done'},'permission_mode':'plan'}",
        "PostToolUseFailure; {'tool_name':'Write','tool_use_id':'t1','tool_input':{'content':'x'},"
            + "'error':'no such file','permission_mode':'plan'}",
        "PermissionRequest; {'tool_name':'Write','tool_input':{'content':'x'},"
            + "'permission_mode':'plan'}",
        "UserPromptSubmit; {'prompt':'hello'}",
        "SessionStart; {'source':'resume'}",
        "SessionEnd; {'reason':'clear'}",
        "Stop; {'stop_reason':'end_turn','stop_hook_active':false}",
        "SubagentStop; {'agent_id':'a1','agent_type':'Explore'}",
        "Notification; {'message':'hello','notification_type':'idle_prompt'}",
        "Compaction; {'pre_tokens':170000,'message_count':40}"
      })
  void a_hook_receives_what_its_event_is_about(String event, String about) throws IOException {
    userSettings(
        "{\"hooks\":{\"%s\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"cat > received\"}]}]}}"
            .formatted(event));
    ObjectNode payload = session.payload(event);
    if (event.equals("Compaction")) {
      payload.remove("transcript_path"); // no known host sends it
    }
    payload.setAll((ObjectNode) Api.json(about.replace('\'', '"')));

    session.send(payload);

    assertThat(Api.json(Files.readString(daemon.project().resolve("received")))).isEqualTo(payload);
  }

  @Test
  void an_event_without_a_session_runs_hooks() throws IOException {
    userSettings(
        """
        {"hooks": {"PreToolUse": [{"hooks": [
          {"type": "command", "command": "echo no >&2; exit 2"}]}]}}
        """);
    ObjectNode payload = session.payload("PreToolUse").put("tool_name", "Write");
    payload.remove("session_id");

    assertThat(session.send(payload).at("/hookSpecificOutput/permissionDecision").asText())
        .isEqualTo("deny");
  }

  @Test
  void a_hook_can_refuse_a_prompt() throws IOException {
    userSettings(
        """
        {"hooks": {"UserPromptSubmit": [{"hooks": [{"type": "command",
          "command": "if grep -q secret; then echo no secrets >&2; exit 2; else echo more; fi"}]}]}}
        """);

    assertThat(session.prompt("the secret"))
        .isEqualTo(Api.json("{\"decision\":\"block\",\"reason\":\"no secrets\"}"));
    assertThat(session.contextAfter("hello")).contains("more");
  }

  @Test
  void disabled_hooks_do_not_run() throws IOException {
    userSettings(
        """
        {"hooks": {"enabled": false, "PreToolUse": [{"hooks": [
          {"type": "command", "command": "touch ran; exit 2"}]}]}}
        """);

    assertThat(tool("PreToolUse", "Write", "/x")).isEqualTo(Api.json("{\"continue\":true}"));
    assertThat(daemon.project().resolve("ran")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"approve, allow", "deny, deny"})
  void a_hook_decides_about_a_permission(String word, String decision) throws IOException {
    userSettings(
        "{\"hooks\":{\"PermissionRequest\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"echo"
            + " '{\\\"decision\\\":\\\"%s\\\"}'\"}]}]}}".formatted(word));
    ObjectNode request = session.payload("PermissionRequest").put("tool_name", "Write");

    assertThat(behaviour(request)).isEqualTo(decision);
  }

  @Test
  void context_for_a_prompt_reaches_the_model_in_the_order_of_hooks() throws IOException {
    userSettings(
"""
{"hooks": {"UserPromptSubmit": [{"hooks": [
  {"type": "command", "command": "echo one"}, {"type": "command", "command": "echo two"}]}]}}
""");

    assertThat(session.contextAfter("hello")).contains("one\n\ntwo");
  }

  @Test
  void a_refused_compaction_is_reported_to_the_host() throws IOException {
    userSettings(
        """
        {"hooks": {"Compaction": [{"hooks": [
          {"type": "command", "command": "echo not now >&2; exit 2"}]}]}}
        """);

    JsonNode answer = session.send(session.payload("Compaction").without("transcript_path"));

    assertThat(answer.get("decision").asText()).isEqualTo("deny");
    assertThat(answer.get("reason").asText()).isEqualTo("not now");
  }

  @Test
  void a_status_message_is_shown_in_the_status() throws IOException {
    userSettings(
        """
        {"hooks": {"Stop": [{"hooks": [
          {"type": "command", "command": "true", "statusMessage": "checking"}]}]}}
        """);

    assertThat(
            Api.json(ok(swarm.run("hooks", "status", "--json")).out())
                .at("/hooks/0/status_message")
                .asText())
        .isEqualTo("checking");
  }

  @Test
  void an_event_without_a_hook_type_runs_hooks() throws IOException {
    userSettings(
"""
{"hooks": {"Notification": [{"hooks": [{"type": "command", "command": "touch notified"}]}]}}
""");

    session.send(session.payload("Notification").put("message", "hello"));

    assertThat(daemon.project().resolve("notified")).exists();
  }

  @Test
  void a_hook_can_be_tried_without_a_host() throws IOException {
    userSettings(
        """
        {"hooks": {"PreToolUse": [{"matcher": "Write", "hooks": [
          {"type": "command", "command": "echo no >&2; exit 2"}]}]}}
        """);

    String shown =
        ok(swarm.run("hooks", "test", "PreToolUse", "--tool", "Write", "--run", "--json")).out();

    assertThat(Api.json(shown).at("/result/decision").asText()).isEqualTo("deny");
    assertThat(Api.json(shown).at("/result/reason").asText()).isEqualTo("no");
  }

  @Test
  void a_users_hook_can_deny_a_request_that_swarmd_would_approve() throws IOException {
    ObjectNode request = session.payload("PermissionRequest").put("tool_name", "Bash");
    request.putObject("tool_input").put("command", "ls");
    assertThat(behaviour(request)).isEqualTo("allow");

    userSettings(
        """
        {"hooks": {"PermissionRequest": [{"matcher": "Bash", "hooks": [
          {"type": "command", "command": "echo no >&2; exit 2"}]}]}}
        """);

    assertThat(behaviour(request)).isEqualTo("deny");
  }

  private String behaviour(ObjectNode request) {
    return session.send(request).at("/hookSpecificOutput/decision/behavior").asText();
  }
}
