package swarmd.realhosts;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import swarmd.testing.Api;

/** Gemini CLI. */
public record GeminiProgram(Path script) implements HostBinary {
  private static final String SETTINGS =
      """
      {"security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": false}},
       "privacy": {"usageStatisticsEnabled": false}, "telemetry": {"enabled": false},
       "general": {"enableAutoUpdate": false, "enableAutoUpdateNotification": false}}
      """;

  public static GeminiProgram installed() {
    return new GeminiProgram(InstalledHosts.find().gemini());
  }

  @Override
  public String name() {
    return "gemini";
  }

  @Override
  public List<String> command(String prompt, String permissions) {
    return List.of(
        "node",
        script.toString(),
        "-p",
        prompt,
        "-m",
        "gemini-2.5-flash",
        "--approval-mode",
        permissions,
        "-o",
        "stream-json");
  }

  @Override
  public List<String> interactive(String permissions) {
    return List.of(
        "node", script.toString(), "-m", "gemini-2.5-flash", "--approval-mode", permissions);
  }

  @Override
  public String ready() {
    return "Type your message";
  }

  @Override
  public List<String> goOn() {
    return List.of("--resume", "latest");
  }

  @Override
  public String unasked() {
    return "yolo";
  }

  @Override
  public String usual() {
    return "default";
  }

  @Override
  public RealHost withoutShell(RealHost host) {
    return host.settings(Api.json("{\"tools\":{\"exclude\":[\"run_shell_command\"]}}"));
  }

  @Override
  public Map<String, String> environment(String model) {
    return Map.of(
        "GEMINI_API_KEY", "scripted-model",
        "GOOGLE_GEMINI_BASE_URL", model,
        "GEMINI_CLI_NO_RELAUNCH", "true",
        "GEMINI_TELEMETRY_ENABLED", "false");
  }

  @Override
  public String settingsFile() {
    return ".gemini/settings.json";
  }

  @Override
  public Map<String, JsonNode> homeFiles(Path project) {
    return Map.of(".gemini/settings.json", Api.json(SETTINGS));
  }

  @Override
  public String toString() {
    return "Gemini CLI";
  }
}
