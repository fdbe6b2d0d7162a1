package swarmd.swarm;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.PatternSyntaxException;

/** The files a task owns: globs relative to the project; a plain directory owns what is in it. */
final class FileGlobs {
  private static final Path PROJECT = Path.of("");

  private final Path project;
  private final List<Predicate<Path>> globs;

  private FileGlobs(Path project, List<Predicate<Path>> globs) {
    this.project = project;
    this.globs = globs;
  }

  static FileGlobs of(String project, List<String> globs) {
    return new FileGlobs(
        Path.of(project),
        globs.stream()
            .map(glob -> withoutProject(project, glob))
            .filter(FileGlobs::valid)
            .map(FileGlobs::matcher)
            .toList());
  }

  /** Files are absolute or relative to the project; those outside it are nobody's. */
  boolean matchAny(List<String> files) {
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

  private static Predicate<Path> matcher(String glob) {
    if (glob.chars().anyMatch(c -> "*?[{\\".indexOf(c) >= 0)) {
      Predicate<String> names = Glob.matcher(withoutDots(glob));
      return file -> names.test(file.toString());
    }
    Path owned = Path.of(glob).normalize();
    return file -> owned.equals(PROJECT) || file.startsWith(owned);
  }

  private static String withoutDots(String glob) {
    return glob.startsWith("./") ? withoutDots(glob.substring(2)) : glob;
  }

  /** Whether the glob can be used. */
  static boolean valid(String glob) {
    try {
      matcher(glob);
      return !glob.isBlank() && glob.indexOf('\0') < 0;
    } catch (PatternSyntaxException | InvalidPathException e) {
      return false;
    }
  }
}
