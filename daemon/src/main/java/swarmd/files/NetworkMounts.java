package swarmd.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import swarmd.time.Time;

/** The folders whose files come from another machine, on Linux. Asks no other machine for it. */
final class NetworkMounts {
  private static final Path TABLE = Path.of("/proc/self/mountinfo");
  private static final Duration FRESH = Duration.ofSeconds(10);
  private static final int MOUNT_POINT = 4;
  private static final int TYPE_AFTER_DASH = 1;
  private static final Pattern NETWORK =
      Pattern.compile("(nfs|cifs|smb|ceph|fuse|9p|afs|gluster|lustre|autofs|virtiofs).*");

  /** Spaces and the like are written as \040. */
  private static final Pattern ESCAPED = Pattern.compile("\\\\(\\d{3})");

  private final Executor background;
  private final Time time;
  private volatile List<String> points;
  private volatile long readAt;

  /**
   * @param background reads the table again
   */
  NetworkMounts(Executor background, Time time) {
    this.background = background;
    this.time = time;
    readAt = time.monotonicMillis();
    points = read();
  }

  /** The innermost mount around a folder. Does not block. */
  Optional<String> around(String folder) {
    refresh();
    return points.stream().filter(point -> isIn(folder, point)).findFirst();
  }

  private static boolean isIn(String folder, String point) {
    return folder.startsWith(point)
        && (folder.length() == point.length()
            || point.endsWith("/")
            || folder.charAt(point.length()) == '/');
  }

  private void refresh() {
    long now = time.monotonicMillis();
    if (now - readAt >= FRESH.toMillis()) {
      readAt = now;
      try {
        background.execute(() -> points = read());
      } catch (RejectedExecutionException busy) {
        // The last table is good enough.
      }
    }
  }

  private static List<String> read() {
    try {
      return in(Files.readString(TABLE, StandardCharsets.UTF_8));
    } catch (IOException notLinux) {
      return List.of();
    }
  }

  /** The mount points of a table in the form of /proc/self/mountinfo, innermost first. */
  static List<String> in(String table) {
    return table
        .lines()
        .filter(NetworkMounts::isNetwork)
        .map(line -> unescape(line.split(" ")[MOUNT_POINT]))
        .sorted(Comparator.comparingInt(String::length).reversed())
        .toList();
  }

  private static boolean isNetwork(String line) {
    int dash = line.indexOf(" - ");
    return dash > 0
        && NETWORK.matcher(line.substring(dash + 1).split(" ")[TYPE_AFTER_DASH]).matches();
  }

  private static String unescape(String path) {
    return ESCAPED
        .matcher(path)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    String.valueOf((char) Integer.parseInt(found.group(1), 8))));
  }
}
