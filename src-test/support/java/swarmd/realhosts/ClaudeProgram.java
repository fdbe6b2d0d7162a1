package swarmd.realhosts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import swarmd.testing.Api;

/** Claude Code. */
public record ClaudeProgram(Path program) implements HostBinary {
  private static final String KEY = "scripted-model";

  public static ClaudeProgram installed() {
    return new ClaudeProgram(InstalledHosts.find().claude());
  }

  @Override
  public String name() {
    return "claude";
  }

  @Override
  public List<String> command(String prompt, String permissions) {
    return List.of(
        program.toString(),
        "-p",
        prompt,
        "--output-format",
        "stream-json",
        "--verbose",
        "--model",
        "claude-sonnet-4-5",
        "--permission-mode",
        permissions);
  }

  @Override
  public List<String> interactive(String permissions) {
    return List.of(
        program.toString(), "--model", "claude-sonnet-4-5", "--permission-mode", permissions);
  }

  @Override
  public String ready() {
    return "← for agents";
  }

  @Override
  public List<String> goOn() {
    return List.of("--continue");
  }

  /** The command that answers prompts from its standard input, in one session. */
  List<String> conversation(String permissions) {
    return Stream.concat(
            command("", permissions).stream().filter(word -> !word.isEmpty()),
            Stream.of("--input-format", "stream-json"))
        .toList();
  }

  /** A prompt in the format of its standard input. */
  static String line(String prompt) {
    ObjectNode line = Api.object().put("type", "user");
    line.putObject("message").put("role", "user").put("content", prompt);
    return line + "\n";
  }

  /** Its output until it waits for the next prompt. */
  static String answer(BufferedReader out) throws IOException {
    StringBuilder answer = new StringBuilder();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      answer.append(line).append('\n');
      if (line.contains("\"type\":\"result\"")) {
        break;
      }
    }
    return answer.toString();
  }

  @Override
  public String unasked() {
    return "bypassPermissions";
  }

  @Override
  public String usual() {
    return "default";
  }

  @Override
  public RealHost withoutShell(RealHost host) {
    return host.withOptions("--disallowedTools", "Bash");
  }

  @Override
  public Map<String, String> environment(String model) {
    return Map.of(
        "ANTHROPIC_BASE_URL", model,
        "ANTHROPIC_API_KEY", KEY,
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1",
        "DISABLE_AUTOUPDATER", "1",
        "DISABLE_TELEMETRY", "1",
        "DISABLE_ERROR_REPORTING", "1",
        "IS_SANDBOX", "1"); // otherwise it refuses to skip permissions as root
  }

  @Override
  public String settingsFile() {
    return ".claude/settings.json";
  }

  @Override
  public Map<String, JsonNode> homeFiles(Path project) {
    ObjectNode state = Api.object().put("hasCompletedOnboarding", true).put("theme", "dark");
    state.put("bypassPermissionsModeAccepted", true);
    state.putObject("customApiKeyResponses").putArray("approved").add(KEY);
    state
        .putObject("projects")
        .putObject(project.toString())
        .put("hasTrustDialogAccepted", true)
        .put("hasCompletedProjectOnboarding", true);
    return Map.of(".claude.json", state);
  }

  @Override
  public String toString() {
    return "Claude Code";
  }
}
