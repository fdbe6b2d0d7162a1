package swarmd.swarm;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import swarmd.files.Glob;

/** The files a task owns: globs relative to the project; a directory includes its contents. */
public final class FileGlobs {
  private static final Path PROJECT = Path.of("");

  private final Path project;
  private final List<Predicate<Path>> globs;

  private FileGlobs(Path project, List<Predicate<Path>> globs) {
    this.project = project;
    this.globs = globs;
  }

  public static FileGlobs of(String project, List<String> globs) {
    return new FileGlobs(
        Path.of(project),
        globs.stream()
            .map(glob -> withoutProject(project, glob))
            .flatMap(glob -> matcher(glob).stream())
            .toList());
  }

  /** Files are absolute or relative to the project; no task owns files outside it. */
  public boolean matchAny(List<String> files) {
    return files.stream()
        .flatMap(file -> inProject(file).stream())
        .anyMatch(file -> globs.stream().anyMatch(glob -> glob.test(file)));
  }

  private Optional<Path> inProject(String file) {
    try {
      Path path = project.resolve(file).normalize();
      return path.startsWith(project) ? Optional.of(project.relativize(path)) : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static String withoutProject(String project, String glob) {
    return glob.startsWith(project + "/") || glob.equals(project)
        ? "." + glob.substring(project.length())
        : glob;
  }

  /** Empty if the glob cannot be used. */
  private static Optional<Predicate<Path>> matcher(String glob) {
    if (glob.indexOf('\0') >= 0 || glob.isBlank()) {
      return Optional.empty();
    }
    if (glob.chars().anyMatch(c -> "*?[{\\".indexOf(c) >= 0)) {
      return Glob.of(withoutDots(glob)).map(names -> file -> names.matches(file.toString()));
    }
    try {
      Path owned = Path.of(glob).normalize();
      return Optional.of(file -> owned.equals(PROJECT) || file.startsWith(owned));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static String withoutDots(String glob) {
    return glob.startsWith("./") ? withoutDots(glob.substring(2)) : glob;
  }

  /** Whether the glob can be used. */
  static boolean valid(String glob) {
    return matcher(glob).isPresent();
  }
}
