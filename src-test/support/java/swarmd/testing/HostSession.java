package swarmd.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import swarmd.testing.UnixHttp.Answer;

/** Simulates a session of Claude Code. */
public final class HostSession {
  private final UnixHttp http;
  private final Path project;
  private final String id;

  public HostSession(UnixHttp http, Path project, String id) {
    this.http = http;
    this.project = project;
    this.id = id;
  }

  public String id() {
    return id;
  }

  /** A payload with the common fields of all events. */
  public ObjectNode payload(String event) {
    return Api.object()
        .put("session_id", id)
        .put("transcript_path", "/nowhere/" + id + ".jsonl")
        .put("cwd", project.toString())
        .put("hook_event_name", event);
  }

  public JsonNode send(JsonNode payload) {
    Answer answer = http.post("/v1/hooks", payload.toString());
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return Api.json(answer.text());
  }

  public JsonNode start() {
    return send(payload("SessionStart").put("source", "startup"));
  }

  /** The same, with this process as the host that can be watched. */
  public void startInThisProcess() {
    Answer answer =
        http.send(
            "POST",
            "/v1/hooks",
            Map.of("Swarm-Host-Process", Long.toString(ProcessHandle.current().pid())),
            payload("SessionStart")
                .put("source", "startup")
                .toString()
                .getBytes(StandardCharsets.UTF_8));
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
  }

  /** Starts with an environment that names this account. */
  public void startFor(String account) {
    Answer answer =
        http.send(
            "POST",
            "/v1/hooks",
            Map.of("Swarm-Account", account),
            payload("SessionStart")
                .put("source", "startup")
                .toString()
                .getBytes(StandardCharsets.UTF_8));
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
  }

  /** Its turn ends because of an error of the model's API. */
  public JsonNode fail(String error, String text) {
    return send(payload("StopFailure").put("error", error).put("last_assistant_message", text));
  }

  public JsonNode end() {
    return send(payload("SessionEnd").put("reason", "other"));
  }

  public JsonNode stop() {
    return send(payload("Stop").put("stop_hook_active", false));
  }

  public JsonNode prompt(String text) {
    return send(payload("UserPromptSubmit").put("prompt", text));
  }

  /** The text that reaches the model with this prompt. */
  public String contextAfter(String text) {
    return prompt(text).at("/hookSpecificOutput/additionalContext").asText();
  }

  /** Calls a tool, so that the session counts as working. */
  public void useTool() {
    send(tool(payload("PreToolUse")));
  }

  public void useToolAs(String agent) {
    send(by(agent, tool(payload("PreToolUse"))));
  }

  /** Calls a tool and gets its result. */
  public void runTool() {
    useTool();
    send(tool(payload("PostToolUse")));
  }

  public void runToolAs(String agent) {
    useToolAs(agent);
    send(by(agent, tool(payload("PostToolUse"))));
  }

  /**
   * A subagent is about to run a command in its shell; returns the command that its host then runs.
   */
  public String commandOf(String agent, String command) {
    ObjectNode payload = tool(payload("PreToolUse"));
    ((ObjectNode) payload.get("tool_input")).put("command", command);
    return send(by(agent, payload)).at("/hookSpecificOutput/updatedInput/command").asText(command);
  }

  /** The main agent runs a shell command in a folder. */
  public void runCommand(Path folder, String command) {
    send(shell(payload("PreToolUse"), folder, command));
    send(shell(payload("PostToolUse"), folder, command));
  }

  /** A shell command that is about to run or has run. */
  public static ObjectNode shell(ObjectNode payload, Path folder, String command) {
    tool(payload).put("cwd", folder.toString());
    ((ObjectNode) payload.get("tool_input")).put("command", command);
    return payload;
  }

  /** Writes a file of the project. */
  public void edit(String file) {
    ObjectNode payload = payload("PostToolUse").put("tool_name", "Write").put("tool_use_id", "t2");
    payload.putObject("tool_input").put("file_path", project.resolve(file).toString());
    send(payload);
  }

  /** Adds a tool call to the payload. */
  public static ObjectNode tool(ObjectNode payload) {
    payload.put("tool_name", "Bash").put("tool_use_id", "t1");
    payload.putObject("tool_input").put("command", "true");
    return payload;
  }

  /** Lets the payload come from a subagent. */
  public static ObjectNode by(String agent, ObjectNode payload) {
    return payload.put("agent_id", agent).put("agent_type", "general-purpose");
  }

  public JsonNode startSubagent(String agent) {
    return send(
        payload("SubagentStart").put("agent_id", agent).put("agent_type", "general-purpose"));
  }

  public JsonNode stopSubagent(String agent) {
    return send(
        payload("SubagentStop").put("agent_id", agent).put("agent_type", "general-purpose"));
  }

  /** Expects that the session must not stop; returns the reason. */
  public String held() {
    JsonNode answer = stop();
    assertThat(answer.path("decision").asText()).as(answer.toString()).isEqualTo("block");
    return answer.get("reason").asText();
  }

  /** Expects that the session may stop. */
  public void letGo() {
    JsonNode answer = stop();
    assertThat(answer.has("decision")).as(answer.toString()).isFalse();
  }
}
