package swarmd.userhooks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import swarmd.files.WatchedFile;
import swarmd.time.Time;
import swarmd.userhooks.ConfinedFile.Refused;
import swarmd.userhooks.UserHook.Origin;

/** The settings files that can contain hooks: the user's own, and two in each project. */
final class HookFiles {
  private static final int MAX_PROJECTS = 1_000;

  private final Path userFile;
  private final Time time;
  private final WatchedFile<HookFile> user;
  private final Map<Path, List<WatchedFile<HookFile>>> projects = new ConcurrentHashMap<>();

  HookFiles(Path home, Time time) {
    this.time = time;
    userFile = home.resolve("settings.json");
    user = new WatchedFile<>(userFile, path -> read(path, Optional.empty(), Origin.USER), time);
  }

  static Path shared(Path project) {
    return project.resolve(".swarmd/settings.json");
  }

  static Path local(Path project) {
    return project.resolve(".swarmd/settings.local.json");
  }

  Path userFile() {
    return userFile;
  }

  /** The user's file, the project's and the local one. Reads the disk. */
  List<HookFile> of(Optional<Path> project) {
    return Stream.concat(
            Stream.of(user), project.stream().flatMap(directory -> files(directory).stream()))
        .map(WatchedFile::content)
        .toList();
  }

  private List<WatchedFile<HookFile>> files(Path project) {
    if (projects.size() >= MAX_PROJECTS) {
      projects.clear();
    }
    return projects.computeIfAbsent(
        project,
        directory ->
            List.of(
                watched(directory, shared(directory), Origin.PROJECT),
                watched(directory, local(directory), Origin.LOCAL)));
  }

  private WatchedFile<HookFile> watched(Path project, Path file, Origin origin) {
    return new WatchedFile<>(file, path -> read(path, Optional.of(project), origin), time);
  }

  private HookFile read(Path path, Optional<Path> project, Origin origin) {
    String name = path.toString();
    try {
      if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)
          || project.isPresent() && isUsersOwn(path)) {
        return HookFile.missing(name, origin);
      }
      byte[] text = new ConfinedFile(path, project).read();
      return text.length == 0
          ? HookFile.missing(name, origin)
          : HookFileReader.read(name, origin, text);
    } catch (Refused e) {
      return HookFile.unusable(name, origin, Problem.ofFile(name, e.getMessage()));
    } catch (NoSuchFileException | NotDirectoryException e) {
      return HookFile.unusable(name, origin, Problem.ofFile(name, "it is a broken link"));
    } catch (IOException e) {
      return HookFile.unusable(name, origin, Problem.ofFile(name, "it cannot be read"));
    }
  }

  /** In the home directory the project's file is the user's. */
  private boolean isUsersOwn(Path path) throws IOException {
    return Files.exists(userFile) && Files.exists(path) && Files.isSameFile(userFile, path);
  }
}
