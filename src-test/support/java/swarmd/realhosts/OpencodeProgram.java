package swarmd.realhosts;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** OpenCode. */
public record OpencodeProgram(Path program) implements HostBinary {
  private static final String SETTINGS =
      """
      {"autoupdate":false,"share":"disabled","model":"scripted/model","small_model":"scripted/model",
      "provider":{"scripted":{"npm":"@ai-sdk/openai-compatible","name":"scripted",
      "options":{"baseURL":"%s/v1","apiKey":"scripted-model"},
      "models":{"model":{"name":"model","tool_call":true,
      "limit":{"context":200000,"output":8000}}}}}}
      """;

  public static OpencodeProgram installed() {
    return new OpencodeProgram(InstalledHosts.find().programOf(InstalledHosts.OPENCODE));
  }

  @Override
  public String name() {
    return "opencode";
  }

  @Override
  public List<String> command(String prompt, String permissions) {
    return List.of(program.toString(), "run", "--format", permissions, prompt);
  }

  @Override
  public List<String> interactive(String permissions) {
    return List.of(program.toString());
  }

  @Override
  public String ready() {
    return "Ask anything";
  }

  @Override
  public List<String> goOn() {
    return List.of("--continue");
  }

  /** It asks for nothing unless its settings say so; this is the format of its output. */
  @Override
  public String unasked() {
    return "json";
  }

  @Override
  public String usual() {
    return "json";
  }

  @Override
  public RealHost withoutShell(RealHost host) {
    return host.with("OPENCODE_CONFIG_CONTENT", "{\"tools\":{\"bash\":false}}");
  }

  @Override
  public Map<String, String> environment(String model) {
    return Map.of(
        "OPENCODE_DISABLE_AUTOUPDATE", "1",
        "OPENCODE_DISABLE_LSP_DOWNLOAD", "1",
        "OPENCODE_DISABLE_MODELS_FETCH", "1",
        "OPENCODE_DISABLE_DEFAULT_PLUGINS", "1");
  }

  @Override
  public String settingsFile() {
    return "";
  }

  @Override
  public Map<String, JsonNode> homeFiles(Path project) {
    return Map.of();
  }

  /**
   * With a plugin it looks for a package of its own in the network, unless it seems to be there.
   */
  @Override
  public Map<Path, String> otherFiles(Path home, Path project, String model) {
    Map<Path, String> files = new HashMap<>();
    files.put(project.resolve("opencode.json"), SETTINGS.formatted(model));
    for (Path folder :
        List.of(
            project.resolve(".opencode"),
            home.resolve(".config/opencode"),
            home.resolve(".opencode"))) {
      files.put(
          folder.resolve("package-lock.json"),
          "{\"packages\":{\"\":{\"dependencies\":{\"@opencode-ai/plugin\":\"*\"}}}}");
      files.put(folder.resolve("node_modules/.keep"), "");
    }
    return files;
  }

  @Override
  public String toString() {
    return "OpenCode";
  }
}
