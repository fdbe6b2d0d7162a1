package swarmd.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.catalogue.McpSettings.Form;
import swarmd.hostfile.MalformedJson;
import swarmd.hostfile.McpPlace;
import swarmd.hostfile.Value;

/** Our MCP server in the settings of a host. Only its entry is added and removed. */
final class McpFile {
  private final McpPlace place;

  McpFile(McpPlace place) {
    this.place = place;
  }

  /**
   * What an install has found, so that an uninstall can leave exactly that.
   *
   * @param original the hash of the file before, if there was one
   * @param hadServers whether it had a place for servers already, even an empty one
   * @param madeFolders how many folders it made
   */
  record Found(Optional<String> original, boolean hadServers, int madeFolders) {}

  /**
   * A change of the file.
   *
   * @param after empty if the file goes
   */
  record Plan(Path file, Optional<SettingsFile> before, Optional<String> after, Found found) {
    boolean changes() throws IOException {
      return !textOf(before).equals(after) && !(before.isEmpty() && after.isEmpty());
    }

    String diff() throws IOException {
      return UnifiedDiff.of(file.toString(), textOf(before).orElse(""), after.orElse(""));
    }

    void write() throws IOException, InstallRefused {
      if (!changes()) {
        return;
      }
      if (after.isEmpty()) {
        Files.delete(SettingsFile.target(file));
        Uninstall.deleteFolders(file.getParent(), found.madeFolders());
        return;
      }
      Files.createDirectories(SettingsFile.target(file).getParent());
      before
          .orElse(new SettingsFile(new byte[0], SettingsFile.DEFAULT))
          .with(after.get())
          .replace(before, file);
    }
  }

  private static Optional<String> textOf(Optional<SettingsFile> file) throws IOException {
    return file.isPresent() ? Optional.of(file.get().text()) : Optional.empty();
  }

  /**
   * Plans to add our entry, or to bring it up to date.
   *
   * @param earlier what the first install found
   */
  Plan install(ClientProgram program, Optional<Found> earlier) throws IOException, InstallRefused {
    Optional<SettingsFile> before = SettingsFile.read(place.file());
    String text = textOf(before).orElse("");
    boolean toml = place.settings().form() == Form.TABLE;
    String after =
        toml ? withTable(text, table(program)) : withEntry(json(text), entry(program)).text();
    Found found =
        earlier.isPresent()
            ? earlier.get()
            : new Found(
                before.map(SettingsFile::sha256),
                !toml && json(text).at(servers()).isPresent(),
                Installer.missingFolders(place.file().getParent()));
    return new Plan(place.file(), before, Optional.of(after), found);
  }

  /** Plans to remove our entry; what an install has made goes as well if nothing else is in it. */
  Plan uninstall(Found found) throws IOException, InstallRefused {
    Optional<SettingsFile> before = SettingsFile.read(place.file());
    if (before.isEmpty()) {
      return new Plan(place.file(), before, Optional.empty(), found);
    }
    String text = before.get().text();
    String after =
        place.settings().form() == Form.TABLE
            ? withoutTable(text)
            : withoutEntry(json(text), found.hadServers()).text();
    boolean empty = after.isBlank() || after.strip().equals("{}");
    return new Plan(
        place.file(),
        before,
        empty && found.original().isEmpty()
            ? Optional.empty()
            : Optional.of(asBefore(before.get(), after, found)),
        found);
  }

  /** A file may have been blank, or may have had no line break at its end. */
  private static String asBefore(SettingsFile file, String after, Found found) {
    return Stream.of(after, after.stripTrailing(), "")
        .filter(text -> found.original().equals(Optional.of(file.with(text).sha256())))
        .findFirst()
        .orElse(after);
  }

  private EditableSettings json(String text) throws InstallRefused {
    try {
      EditableSettings settings = EditableSettings.parse(text, true);
      if (settings.root() instanceof Value.ObjectValue) {
        return settings;
      }
    } catch (MalformedJson e) {
      throw new InstallRefused(
          "%s is not valid JSON, %s; fix it first; nothing was changed"
              .formatted(place.file(), e.getMessage()));
    }
    throw new InstallRefused(
        place.file() + " does not contain a JSON object; fix it first; nothing was changed");
  }

  private Map<String, Object> entry(ClientProgram program) {
    String launcher = program.launcherFile().toString();
    Map<String, String> environment = program.home().environment();
    Map<String, Object> entry = new LinkedHashMap<>(place.settings().more());
    if (place.settings().form() == Form.WORDS) {
      entry.put("command", List.of(launcher, "mcp"));
    } else {
      entry.put("command", launcher);
      entry.put("args", List.of("mcp"));
    }
    if (!environment.isEmpty()) {
      entry.put(place.settings().form() == Form.WORDS ? "environment" : "env", environment);
    }
    return entry;
  }

  private EditableSettings withEntry(EditableSettings settings, Map<String, Object> entry)
      throws InstallRefused {
    String parent = place.path().get(0);
    String name = place.path().get(1);
    Optional<Value> servers = settings.at(List.of(parent));
    if (servers.isEmpty()) {
      return settings.add(settings.root(), parent, Map.of(name, entry));
    }
    if (!(servers.get() instanceof Value.ObjectValue)) {
      throw new InstallRefused(
          "'%s' in %s is not an object; fix it first; nothing was changed"
              .formatted(parent, place.file()));
    }
    Optional<Value> present = settings.at(place.path());
    if (present.isEmpty()) {
      return settings.add(servers.get(), name, entry);
    }
    return present.get().plain().equals(SettingsMerge.plain(entry))
        ? settings
        : settings.replace(present.get(), entry);
  }

  private EditableSettings withoutEntry(EditableSettings settings, boolean keepsServers) {
    if (settings.at(place.path()).isEmpty()) {
      return settings;
    }
    EditableSettings others = SettingsMerge.remove(settings, place.path());
    return keepsServers ? others : SettingsMerge.removeIfEmpty(others, servers());
  }

  /** Where the entries of all servers are. */
  private List<String> servers() {
    return place.path().subList(0, 1);
  }

  private String header() {
    return "[" + String.join(".", place.path()) + "]";
  }

  private String table(ClientProgram program) {
    return entry(program).entrySet().stream()
        .map(field -> field.getKey() + " = " + toml(field.getValue()) + "\n")
        .collect(Collectors.joining("", header() + "\n", ""));
  }

  /** Its strings, numbers and lists are those of JSON. */
  private static String toml(Object value) {
    return value instanceof Map<?, ?> map
        ? map.entrySet().stream()
            .map(field -> field.getKey() + " = " + toml(field.getValue()))
            .collect(Collectors.joining(", ", "{ ", " }"))
        : JsonStyle.oneLine(value);
  }

  private String withTable(String text, String table) {
    if (text.contains(table)) {
      return text;
    }
    String others = withoutTable(text);
    String gap = others.isEmpty() || others.endsWith("\n") ? "" : "\n";
    return others + gap + table;
  }

  /** A table ends where the next one begins. */
  private String withoutTable(String text) {
    StringBuilder kept = new StringBuilder();
    boolean ours = false;
    for (String line : text.split("(?<=\n)")) {
      if (line.strip().startsWith("[")) {
        ours = line.strip().equals(header());
      }
      if (!ours) {
        kept.append(line);
      }
    }
    return kept.toString();
  }
}
