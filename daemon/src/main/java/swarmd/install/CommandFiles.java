package swarmd.install;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import swarmd.catalogue.CommandFormat;
import swarmd.catalogue.OwnCommand;
import swarmd.files.Sha256;
import swarmd.hostfile.SettingsPlace;

/** Our slash commands beside one settings file. A file that somebody else wrote stays theirs. */
final class CommandFiles {
  private final Path folder;
  private final Map<String, String> texts = new LinkedHashMap<>();
  private final Map<String, String> recorded;
  private final List<InstallRecord> sharing;
  private final boolean madeBefore;

  private CommandFiles(
      Path folder,
      CommandFormat format,
      Optional<InstallRecord> record,
      List<InstallRecord> sharing) {
    this.folder = folder;
    this.sharing = sharing;
    recorded = record.map(InstallRecord::commands).orElse(Map.of());
    madeBefore =
        Stream.concat(record.stream(), sharing.stream()).anyMatch(InstallRecord::madeCommandFolder);
    for (OwnCommand command : OwnCommand.values()) {
      texts.put(format.fileName(command), format.text(command));
    }
  }

  /** Empty if the host has no command files. */
  static Optional<CommandFiles> of(SettingsPlace place, InstallRecords records) throws IOException {
    Optional<Path> folder = place.commandFolder();
    if (folder.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new CommandFiles(
            folder.get(),
            place.host().settings().orElseThrow().commandFormat().orElseThrow(),
            records.find(place.file()),
            records.sharingCommands(place)));
  }

  /**
   * The changes of an install or uninstall.
   *
   * @param after the text of each changed file; empty for one that is removed
   * @param ours the hash of each file that is ours afterwards
   * @param warnings about files that stay as they are
   */
  record Plan(
      Path folder,
      Map<Path, Optional<String>> after,
      Map<String, String> ours,
      boolean makesFolder,
      List<String> warnings) {

    static final Plan NOTHING = new Plan(Path.of(""), Map.of(), Map.of(), false, List.of());

    boolean changes() {
      return !after.isEmpty();
    }

    String diff() throws IOException {
      StringBuilder diff = new StringBuilder();
      for (Map.Entry<Path, Optional<String>> file : after.entrySet()) {
        Optional<SettingsFile> before = SettingsFile.read(file.getKey());
        diff.append(
            UnifiedDiff.of(
                file.getKey().toString(),
                before.isPresent() ? before.get().text() : "",
                file.getValue().orElse("")));
      }
      return diff.toString();
    }

    void write() throws IOException, InstallRefused {
      if (changes()) {
        Files.createDirectories(folder);
      }
      for (Map.Entry<Path, Optional<String>> file : after.entrySet()) {
        byte[] bytes = file.getValue().orElseThrow().getBytes(StandardCharsets.UTF_8);
        new SettingsFile(bytes, SettingsFile.DEFAULT)
            .replace(SettingsFile.read(file.getKey()), file.getKey());
      }
    }

    /** Also removes the folder if an install made it and nothing else is in it. */
    void remove() throws IOException {
      for (Path file : after.keySet()) {
        Files.deleteIfExists(file);
      }
      if (makesFolder) {
        Uninstall.deleteIfEmpty(folder);
      }
    }
  }

  Plan install() throws IOException {
    Map<Path, Optional<String>> after = new LinkedHashMap<>();
    Map<String, String> ours = new TreeMap<>();
    List<String> warnings = new ArrayList<>();
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      warnings.add(folder + " is not a folder, so no slash commands were added");
      return new Plan(folder, after, ours, false, warnings);
    }
    for (Map.Entry<String, String> command : texts.entrySet()) {
      Path file = folder.resolve(command.getKey());
      boolean exists = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
      if (exists && !isOurs(file)) {
        warnings.add(file + " is not swarmd's and stays as it is");
        continue;
      }
      ours.put(command.getKey(), hash(command.getValue()));
      if (!exists || !hash(file).equals(hash(command.getValue()))) {
        after.put(file, Optional.of(command.getValue()));
      }
    }
    boolean makesFolder = madeBefore || !after.isEmpty() && !Files.exists(folder);
    return new Plan(folder, after, ours, makesFolder, warnings);
  }

  Plan uninstall() throws IOException {
    Map<Path, Optional<String>> after = new LinkedHashMap<>();
    List<String> warnings = new ArrayList<>();
    for (String name : names()) {
      Path file = folder.resolve(name);
      boolean exists = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
      boolean needed = sharing.stream().anyMatch(other -> other.commands().containsKey(name));
      if (exists && isOurs(file) && !needed) {
        after.put(file, Optional.empty());
      } else if (exists && !isOurs(file) && recorded.containsKey(name)) {
        warnings.add(file + " was edited after the install and stays as it is");
      }
    }
    return new Plan(folder, after, Map.of(), madeBefore, warnings);
  }

  private List<String> names() {
    return Stream.concat(texts.keySet().stream(), recorded.keySet().stream()).distinct().toList();
  }

  /** A file as some install wrote it; a link is always somebody else's. */
  private boolean isOurs(Path file) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    String name = file.getFileName().toString();
    String found = hash(file);
    return found.equals(recorded.get(name))
        || texts.containsKey(name) && found.equals(hash(texts.get(name)))
        || sharing.stream().anyMatch(other -> found.equals(other.commands().get(name)));
  }

  private static String hash(Path file) throws IOException {
    return Sha256.hex(Files.readAllBytes(file));
  }

  private static String hash(String text) {
    return Sha256.hex(text.getBytes(StandardCharsets.UTF_8));
  }
}
