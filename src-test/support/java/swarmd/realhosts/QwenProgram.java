package swarmd.realhosts;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import swarmd.testing.Api;

/**
 * Qwen Code.
 *
 * @param node a Node that is new enough for it
 */
public record QwenProgram(Path node, Path script) implements HostBinary {
  private static final String SETTINGS =
      """
      {"security":{"auth":{"selectedType":"openai"},"folderTrust":{"enabled":false}},
      "privacy":{"usageStatisticsEnabled":false},"telemetry":{"enabled":false},
      "general":{"enableAutoUpdate":false}}
      """;

  public static QwenProgram installed() {
    InstalledHosts hosts = InstalledHosts.find();
    return new QwenProgram(
        hosts.programOf(InstalledHosts.NODE), hosts.programOf(InstalledHosts.QWEN));
  }

  @Override
  public String name() {
    return "qwen";
  }

  @Override
  public List<String> command(String prompt, String permissions) {
    return List.of(
        node.toString(),
        script.toString(),
        "-p",
        prompt,
        "--approval-mode",
        permissions,
        "-o",
        "stream-json");
  }

  @Override
  public List<String> interactive(String permissions) {
    return List.of(node.toString(), script.toString(), "--approval-mode", permissions);
  }

  @Override
  public String ready() {
    return "Type your message";
  }

  @Override
  public List<String> goOn() {
    return List.of("--continue");
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
    return host.withOptions("--exclude-tools", "run_shell_command");
  }

  @Override
  public Map<String, String> environment(String model) {
    return Map.of(
        "OPENAI_API_KEY", "scripted-model",
        "OPENAI_BASE_URL", model + "/v1",
        "OPENAI_MODEL", "scripted-model",
        "QWEN_CODE_NO_RELAUNCH", "true");
  }

  @Override
  public String settingsFile() {
    return ".qwen/settings.json";
  }

  @Override
  public Map<String, JsonNode> homeFiles(Path project) {
    return Map.of(".qwen/settings.json", Api.json(SETTINGS));
  }

  @Override
  public String toString() {
    return "Qwen Code";
  }
}
