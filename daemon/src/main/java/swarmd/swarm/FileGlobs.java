package swarmd.swarm;

import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.regex.PatternSyntaxException;

/** The files a task owns: globs relative to the project; a plain directory owns what is in it. */
final class FileGlobs {
  private final List<PathMatcher> matchers;

  private FileGlobs(List<PathMatcher> matchers) {
    this.matchers = matchers;
  }

  static FileGlobs of(List<String> globs) {
    return new FileGlobs(globs.stream().map(FileGlobs::matcher).toList());
  }

  boolean matchAny(List<String> files) {
    return files.stream().anyMatch(this::match);
  }

  private boolean match(String file) {
    try {
      Path path = Path.of(file).normalize();
      return matchers.stream().anyMatch(matcher -> matcher.matches(path));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static PathMatcher matcher(String glob) {
    PathMatcher files = FileSystems.getDefault().getPathMatcher("glob:" + glob);
    if (glob.chars().anyMatch(c -> "*?[{".indexOf(c) >= 0)) {
      return files;
    }
    Path directory = Path.of(glob).normalize();
    return path -> files.matches(path) || path.startsWith(directory);
  }

  /** Whether the glob can be used. */
  static boolean valid(String glob) {
    try {
      matcher(glob);
      return !glob.isBlank();
    } catch (PatternSyntaxException | InvalidPathException e) {
      return false;
    }
  }
}
