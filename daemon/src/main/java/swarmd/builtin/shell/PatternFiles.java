package swarmd.builtin.shell;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import swarmd.files.WatchedFile;
import swarmd.json.InvalidInput;
import swarmd.json.Json;
import swarmd.time.Time;

/** The patterns of every project, from its .swarmd/settings.json, looked at once a second. */
final class PatternFiles {
  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final int MAX_PROJECTS = 1_000;
  private static final int MAX_BYTES = 1 << 20;

  private final Executor files;
  private final Time time;
  private final Map<String, WatchedFile<ProjectPatterns>> watched = new ConcurrentHashMap<>();
  private final Map<String, Look> looks = new ConcurrentHashMap<>();

  PatternFiles(Executor files, Time time) {
    this.files = files;
    this.time = time;
  }

  private record Look(long at, CompletableFuture<ProjectPatterns> found) {}

  /** Does not block. */
  CompletableFuture<ProjectPatterns> of(String project) {
    long now = time.monotonicMillis();
    Look known = looks.get(project);
    if (known != null && now - known.at < FRESH.toMillis()) {
      return known.found;
    }
    if (looks.size() >= MAX_PROJECTS) {
      looks.clear();
      watched.clear();
    }
    Look look = new Look(now, CompletableFuture.supplyAsync(() -> look(project), files));
    looks.put(project, look);
    return look.found;
  }

  private ProjectPatterns look(String project) {
    return watched
        .computeIfAbsent(
            project,
            top ->
                new WatchedFile<>(
                    Path.of(top, ".swarmd", "settings.json"), file -> read(Path.of(top), file)))
        .content();
  }

  /** A file that makes no sense is reported by the user's hooks, which are in it, too. */
  private static ProjectPatterns read(Path project, Path file) {
    try {
      Path real = file.toRealPath();
      if (!real.startsWith(project.toRealPath()) || !Files.isRegularFile(real)) {
        return ProjectPatterns.NONE;
      }
      try (InputStream in = Files.newInputStream(real)) {
        byte[] text = in.readNBytes(MAX_BYTES + 1);
        return text.length > MAX_BYTES
            ? ProjectPatterns.NONE
            : ProjectPatterns.in(Json.parse(text));
      }
    } catch (IOException | InvalidInput e) {
      return ProjectPatterns.NONE;
    }
  }
}
