package swarmd.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import swarmd.catalogue.McpSettings.Form;
import swarmd.home.Home;
import swarmd.hostfile.JsonReader;
import swarmd.hostfile.MalformedJson;
import swarmd.hostfile.McpPlace;
import swarmd.hostfile.SettingsPlace;
import swarmd.hostfile.Value;
import swarmd.usage.FailureText;

/** Checks that the hosts which are to start our MCP server still can. */
final class McpDiagnosis {
  /** In a table of TOML, before the next table begins. */
  private static final Pattern COMMAND = Pattern.compile("(?m)^command = \"([^\"\\n]+)\"$");

  private final Home home;

  McpDiagnosis(Home home) {
    this.home = home;
  }

  /** Nothing for hosts that were never told to start it. */
  List<Finding> findings() throws IOException {
    Set<String> recorded = recorded();
    List<Finding> findings = new ArrayList<>();
    for (SettingsPlace hooks : HookPlaces.all(home).keySet()) {
      McpPlace.beside(hooks)
          .filter(place -> recorded.remove(place.file().toString()))
          .ifPresent(place -> findings.add(check(place, hooks)));
    }
    return findings;
  }

  /** The files in which installs have named our server. */
  private Set<String> recorded() throws IOException {
    Set<String> files = new TreeSet<>();
    try {
      if (Files.exists(home.mcpInstalls())) {
        files.addAll(JsonReader.readFile(home.mcpInstalls(), false).fields().keySet());
      }
    } catch (MalformedJson e) {
      return files; // the next install writes a new file
    }
    return files;
  }

  private static Finding check(McpPlace place, SettingsPlace hooks) {
    String subject = place.host().id() + " mcp";
    String remedy = HookDiagnosis.command(hooks) + " --mcp";
    Optional<String> command;
    try {
      command = command(place);
    } catch (IOException | MalformedJson e) {
      String problem = e instanceof IOException io ? FailureText.of(io) : "is not valid JSON";
      return Finding.warn(subject, place.file() + ": " + problem, "make the file readable");
    }
    if (command.isEmpty()) {
      String detail = "was installed in " + place.file() + ", but is gone";
      return Finding.warn(subject, detail, remedy);
    }
    return Files.isExecutable(Path.of(command.get()))
        ? Finding.ok(subject, place.file().toString())
        : Finding.fail(subject, place.file() + ": there is no program " + command.get(), remedy);
  }

  private static Optional<String> command(McpPlace place) throws IOException, MalformedJson {
    if (!Files.exists(place.file())) {
      return Optional.empty();
    }
    if (place.settings().form() == Form.TABLE) {
      return inTable(Files.readString(place.file()), "[" + String.join(".", place.path()) + "]");
    }
    Optional<Value> entry =
        JsonReader.readFile(place.file(), true)
            .get(place.path().get(0))
            .flatMap(servers -> servers.get(place.path().get(1)));
    Optional<Value> command = entry.flatMap(found -> found.get("command"));
    return place.settings().form() == Form.WORDS
        ? command.flatMap(words -> words.elements().stream().findFirst()).flatMap(Value::text)
        : command.flatMap(Value::text);
  }

  private static Optional<String> inTable(String toml, String header) {
    int start = toml.indexOf(header);
    if (start < 0) {
      return Optional.empty();
    }
    int next = toml.indexOf("\n[", start);
    Matcher command = COMMAND.matcher(toml.substring(start, next < 0 ? toml.length() : next));
    return command.find() ? Optional.of(command.group(1)) : Optional.empty();
  }
}
