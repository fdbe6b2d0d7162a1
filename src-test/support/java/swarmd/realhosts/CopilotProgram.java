package swarmd.realhosts;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import swarmd.testing.Api;

/**
 * Copilot CLI.
 *
 * @param cache where it unpacks itself, once for all tests
 */
public record CopilotProgram(Path program, Path cache) implements HostBinary {

  public static CopilotProgram installed() {
    InstalledHosts hosts = InstalledHosts.find();
    return new CopilotProgram(
        hosts.programOf(InstalledHosts.COPILOT), hosts.folder().resolve("copilot-cache"));
  }

  @Override
  public String name() {
    return "copilot";
  }

  @Override
  public List<String> command(String prompt, String permissions) {
    return Stream.of(program.toString(), "-p", prompt, permissions, "--output-format", "json")
        .filter(word -> !word.isEmpty())
        .toList();
  }

  @Override
  public List<String> interactive(String permissions) {
    return Stream.of(program.toString(), permissions).filter(word -> !word.isEmpty()).toList();
  }

  @Override
  public String ready() {
    return "/ commands";
  }

  @Override
  public List<String> goOn() {
    return List.of("--continue");
  }

  @Override
  public String unasked() {
    return "--allow-all-tools";
  }

  @Override
  public String usual() {
    return "";
  }

  @Override
  public RealHost withoutShell(RealHost host) {
    return host.withOptions("--excluded-tools", "bash");
  }

  @Override
  public Map<String, String> environment(String model) {
    return Map.of(
        "COPILOT_OFFLINE", "true",
        "COPILOT_AUTO_UPDATE", "false",
        "COPILOT_PROVIDER_BASE_URL", model + "/v1",
        "COPILOT_PROVIDER_API_KEY", "scripted-model",
        "COPILOT_PROVIDER_WIRE_API", "completions",
        "COPILOT_MODEL", "gpt-5-mini",
        "COPILOT_CACHE_HOME", cache.toString());
  }

  @Override
  public String settingsFile() {
    return "";
  }

  @Override
  public Map<String, JsonNode> homeFiles(Path project) {
    return Map.of(
        ".copilot/config.json",
        Api.json("{\"trusted_folders\":[\"%s\"],\"banner\":\"never\"}".formatted(project)));
  }

  @Override
  public String toString() {
    return "Copilot CLI";
  }
}
