package swarmd.realhosts;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Codex. */
public record CodexProgram(Path program) implements HostBinary {

  public static CodexProgram installed() {
    InstalledHosts hosts = InstalledHosts.find();
    return new CodexProgram(hosts.programOf(InstalledHosts.CODEX));
  }

  @Override
  public String name() {
    return "codex";
  }

  @Override
  public List<String> command(String prompt, String permissions) {
    return Stream.of(
            program.toString(), "exec", "--json", "--skip-git-repo-check", permissions, prompt)
        .filter(word -> !word.isEmpty())
        .toList();
  }

  @Override
  public List<String> interactive(String permissions) {
    return Stream.of(program.toString(), permissions).filter(word -> !word.isEmpty()).toList();
  }

  @Override
  public String ready() {
    return "Use existing model";
  }

  /** It recommends a newer model, and any will do. */
  @Override
  public void begin(TerminalSession terminal) {
    terminal.awaitsIdle().pressEscape().awaits("for shortcuts");
  }

  @Override
  public List<String> goOn() {
    return List.of("resume", "--last");
  }

  @Override
  public String unasked() {
    return "--dangerously-bypass-approvals-and-sandbox";
  }

  @Override
  public String usual() {
    return "";
  }

  @Override
  public RealHost withoutShell(RealHost host) {
    return host.withOptions("--disable", "shell_tool", "--disable", "unified_exec");
  }

  @Override
  public Map<String, String> environment(String model) {
    return Map.of();
  }

  @Override
  public String settingsFile() {
    return ".codex/hooks.json";
  }

  @Override
  public Map<String, JsonNode> homeFiles(Path project) {
    return Map.of();
  }

  @Override
  public List<String> installOptions() {
    return List.of("--trust");
  }

  @Override
  public Map<Path, String> otherFiles(Path home, Path project, String model) {
    return Map.of(
        home.resolve(".bash_profile"), // it runs commands in a login shell, which sets the PATH
        "PATH=%s/bin:$PATH%n".formatted(System.getProperty("swarmd.dist")),
        home.resolve(".codex/config.toml"),
        """
        model = "gpt-5.5"
        model_provider = "scripted"
        check_for_update_on_startup = false

        [model_providers.scripted]
        name = "scripted"
        base_url = "%s/v1"
        wire_api = "responses"
        request_max_retries = 0
        stream_max_retries = 0
        supports_websockets = false

        [analytics]
        enabled = false

        [projects."%s"]
        trust_level = "trusted"
        """
            .formatted(model, project));
  }

  @Override
  public String toString() {
    return "Codex";
  }
}
