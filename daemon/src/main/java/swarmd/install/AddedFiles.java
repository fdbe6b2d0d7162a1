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
import swarmd.catalogue.OwnPolicy;
import swarmd.files.Sha256;
import swarmd.hostfile.SettingsPlace;

/**
 * Our own files in a folder beside a host's settings. One that somebody else wrote stays theirs.
 */
final class AddedFiles {
  private final Path folder;
  private final String purpose;
  private final Map<String, String> texts;
  private final Added recorded;
  private final List<Added> sharing;
  private final PersonalCommands personal;

  private AddedFiles(
      Path folder,
      String purpose,
      Map<String, String> texts,
      Optional<Added> recorded,
      List<Added> sharing,
      PersonalCommands personal) {
    this.folder = folder;
    this.purpose = purpose;
    this.texts = texts;
    this.recorded = recorded.orElse(Added.NOTHING);
    this.sharing = sharing;
    this.personal = personal;
  }

  /**
   * Our slash commands and the person's own; empty if the host has no command files.
   *
   * @param personal the person's own; an uninstall finds those that were installed in the records
   */
  static Optional<AddedFiles> commands(
      SettingsPlace place, InstallRecords records, PersonalCommands personal) throws IOException {
    Optional<Path> folder = place.commandFolder();
    if (folder.isEmpty()) {
      return Optional.empty();
    }
    CommandFormat format = place.host().settings().orElseThrow().commandFormat().orElseThrow();
    Map<String, String> texts = new LinkedHashMap<>();
    for (OwnCommand command : OwnCommand.in(place.host())) {
      texts.put(format.fileName(command), format.text(command));
    }
    personal.texts().forEach(texts::putIfAbsent);
    return Optional.of(
        new AddedFiles(
            folder.get(),
            "slash command",
            texts,
            records.find(place.file()).map(InstallRecord::commands),
            records.sharing(place, SettingsPlace::commandFolder).stream()
                .map(InstallRecord::commands)
                .toList(),
            personal));
  }

  /** The rule that allows agents' own commands; empty where the host reads none. */
  static Optional<AddedFiles> policies(SettingsPlace place, InstallRecords records)
      throws IOException {
    Optional<Path> folder = place.policyFolder();
    if (folder.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new AddedFiles(
            folder.get(),
            "policy",
            Map.of(OwnPolicy.FILE_NAME, OwnPolicy.text(place.host())),
            records.find(place.file()).map(InstallRecord::policies),
            records.sharing(place, SettingsPlace::policyFolder).stream()
                .map(InstallRecord::policies)
                .toList(),
            PersonalCommands.NONE));
  }

  /**
   * The files that an install has added to a folder.
   *
   * @param hashes by the files' names
   */
  record Added(Map<String, String> hashes, boolean madeFolder) {
    static final Added NOTHING = new Added(Map.of(), false);
  }

  /**
   * The changes of an install or uninstall.
   *
   * @param after the text of each changed file; empty for one that is removed
   * @param ours the files that are ours afterwards; an uninstall removes the folder if it was made
   * @param warnings about files that stay as they are
   */
  record Plan(Path folder, Map<Path, Optional<String>> after, Added ours, List<String> warnings) {

    static final Plan NOTHING = new Plan(Path.of(""), Map.of(), Added.NOTHING, List.of());

    boolean changes() {
      return !after.isEmpty();
    }

    List<Path> files() {
      return List.copyOf(after.keySet());
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
      for (Map.Entry<Path, Optional<String>> file : after.entrySet()) {
        if (file.getValue().isEmpty()) {
          delete(file.getKey());
          continue;
        }
        Files.createDirectories(file.getKey().getParent());
        byte[] bytes = file.getValue().get().getBytes(StandardCharsets.UTF_8);
        new SettingsFile(bytes, SettingsFile.DEFAULT)
            .replace(SettingsFile.read(file.getKey()), file.getKey());
      }
    }

    /** Also removes the folder if an install made it and nothing else is in it. */
    void remove() throws IOException {
      for (Path file : after.keySet()) {
        delete(file);
      }
      if (ours.madeFolder()) {
        Uninstall.deleteIfEmpty(folder);
      }
    }

    /** Some files have a folder each. */
    private void delete(Path file) throws IOException {
      Files.deleteIfExists(file);
      if (!file.getParent().equals(folder)) {
        Uninstall.deleteIfEmpty(file.getParent());
      }
    }
  }

  Plan install() throws IOException {
    Map<Path, Optional<String>> after = new LinkedHashMap<>();
    Map<String, String> ours = new TreeMap<>();
    List<String> warnings = new ArrayList<>(personal.warnings());
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      warnings.add(folder + " is not a folder, so no " + purpose + " was added");
      return new Plan(folder, after, Added.NOTHING, warnings);
    }
    for (Map.Entry<String, String> wanted : texts.entrySet()) {
      Path file = folder.resolve(wanted.getKey());
      boolean exists = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
      if (exists && !isOurs(file) || isBehindAnother(file)) {
        warnings.add(file + " is not swarmd's and stays as it is");
        continue;
      }
      ours.put(wanted.getKey(), hash(wanted.getValue()));
      if (!exists || !hash(file).equals(hash(wanted.getValue()))) {
        after.put(file, Optional.of(wanted.getValue()));
      }
    }
    removeForgotten(after);
    boolean makesFolder = madeBefore() || !after.isEmpty() && !Files.exists(folder);
    return new Plan(folder, after, new Added(ours, makesFolder), warnings);
  }

  /** Files of an earlier install that are no longer wanted, such as a command that was deleted. */
  private void removeForgotten(Map<Path, Optional<String>> after) throws IOException {
    for (String name : recorded.hashes().keySet()) {
      Path file = folder.resolve(name);
      if (!texts.containsKey(name) && isOurs(file) && !isShared(name)) {
        after.put(file, Optional.empty());
      }
    }
  }

  private boolean isShared(String name) {
    return sharing.stream().anyMatch(other -> other.hashes().containsKey(name));
  }

  Plan uninstall() throws IOException {
    Map<Path, Optional<String>> after = new LinkedHashMap<>();
    List<String> warnings = new ArrayList<>();
    for (String name : names()) {
      Path file = folder.resolve(name);
      boolean exists = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
      if (exists && isOurs(file) && !isShared(name)) {
        after.put(file, Optional.empty());
      } else if (exists && !isOurs(file) && recorded.hashes().containsKey(name)) {
        warnings.add(file + " was edited after the install and stays as it is");
      }
    }
    return new Plan(folder, after, new Added(Map.of(), madeBefore()), warnings);
  }

  private boolean madeBefore() {
    return recorded.madeFolder() || sharing.stream().anyMatch(Added::madeFolder);
  }

  private List<String> names() {
    return Stream.concat(texts.keySet().stream(), recorded.hashes().keySet().stream())
        .distinct()
        .toList();
  }

  /**
   * A file as some install wrote it; a link is always somebody else's, and so is a copy of the
   * person's own command that no install has recorded.
   */
  private boolean isOurs(Path file) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || isBehindAnother(file)) {
      return false;
    }
    String name = folder.relativize(file).toString();
    String found = hash(file);
    return found.equals(recorded.hashes().get(name))
        || texts.containsKey(name)
            && !personal.texts().containsKey(name)
            && found.equals(hash(texts.get(name)))
        || sharing.stream().anyMatch(other -> found.equals(other.hashes().get(name)));
  }

  /** Whether a link, or a file, has the place of the file's own folder. */
  private boolean isBehindAnother(Path file) {
    Path own = file.getParent();
    return !own.equals(folder)
        && Files.exists(own, LinkOption.NOFOLLOW_LINKS)
        && !Files.isDirectory(own, LinkOption.NOFOLLOW_LINKS);
  }

  private static String hash(Path file) throws IOException {
    return Sha256.hex(Files.readAllBytes(file));
  }

  private static String hash(String text) {
    return Sha256.hex(text.getBytes(StandardCharsets.UTF_8));
  }
}
