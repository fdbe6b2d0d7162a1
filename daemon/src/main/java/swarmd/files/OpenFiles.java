package swarmd.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** How many files this process may have open at once. */
public final class OpenFiles {
  private static final Path LIMITS = Path.of("/proc/self/limits");
  private static final String LABEL = "Max open files";

  /** What macOS allows a JVM. */
  private static final long USUAL_LIMIT = 10_240;

  private OpenFiles() {}

  /** Read from /proc, because Java's management beans take longer to load. */
  public static long limit() {
    try (Stream<String> lines = Files.lines(LIMITS)) {
      Optional<String> soft =
          lines
              .filter(line -> line.startsWith(LABEL))
              .map(line -> line.substring(LABEL.length()).strip().split("\\s+")[0])
              .findFirst();
      return soft.map(OpenFiles::number).orElse(USUAL_LIMIT);
    } catch (IOException e) {
      return USUAL_LIMIT;
    }
  }

  private static long number(String limit) {
    return limit.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(limit);
  }
}
