package swarmd.install;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import swarmd.catalogue.CommandFormat;
import swarmd.catalogue.OwnCommand;
import swarmd.hostfile.Scope;
import swarmd.hostfile.SettingsPlace;
import swarmd.text.Utf8;

/**
 * The person's own slash commands, as files for a host. An interactive host refuses a command that
 * it does not know before any hook sees it, so a hook alone cannot expand these.
 *
 * @param texts by the names of the host's files
 * @param warnings about commands that are left out
 */
record PersonalCommands(Map<String, String> texts, List<String> warnings) {
  static final PersonalCommands NONE = new PersonalCommands(Map.of(), List.of());

  private static final int MAX_COMMANDS = 100;
  private static final int MAX_BYTES = 32 * 1024;
  private static final Pattern FILE = Pattern.compile("([A-Za-z0-9][A-Za-z0-9_-]{0,63})\\.md");

  /**
   * The commands for a settings file: the user's or the project's. Reads the disk; follows no
   * links, since a project's may lead anywhere.
   */
  static PersonalCommands of(SettingsPlace place, Path home) throws IOException {
    Path folder =
        place.scope() == Scope.USER
            ? home.resolve("commands")
            : place.project().resolve(".swarmd").resolve("commands");
    Optional<CommandFormat> format =
        place.host().settings().flatMap(settings -> settings.commandFormat());
    return format.isPresent() && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
        ? in(folder, place, format.get())
        : NONE;
  }

  private static PersonalCommands in(Path folder, SettingsPlace place, CommandFormat format)
      throws IOException {
    Map<String, String> texts = new TreeMap<>();
    List<String> warnings = new ArrayList<>();
    for (Path file : files(folder)) {
      String name = name(file);
      String text = Files.readString(file, StandardCharsets.UTF_8);
      if (OwnCommand.isNamed(name) || place.host().commands().contains(name)) {
        warnings.add(file + " is not installed: /" + name + " is taken");
      } else if (format.runsPrograms(text)) {
        warnings.add(file + " is not installed: the host would run the programs in it");
      } else {
        texts.put(format.fileName(name), format.text(name, text));
      }
    }
    return new PersonalCommands(texts, warnings);
  }

  private static List<Path> files(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "*.md")) {
      for (Path file : found) {
        if (FILE.matcher(file.getFileName().toString()).matches()
            && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
            && Files.size(file) <= MAX_BYTES
            && Utf8.isValid(Files.readAllBytes(file))) {
          files.add(file);
        }
      }
    }
    return files.stream().sorted().limit(MAX_COMMANDS).toList();
  }

  private static String name(Path file) {
    String name = file.getFileName().toString();
    return name.substring(0, name.length() - ".md".length());
  }
}
