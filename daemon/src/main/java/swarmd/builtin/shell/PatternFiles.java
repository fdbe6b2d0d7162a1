package swarmd.builtin.shell;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import swarmd.files.FileLanes;
import swarmd.files.TextFile;
import swarmd.files.TextFiles;
import swarmd.json.InvalidInput;
import swarmd.json.Json;
import swarmd.time.Time;
import swarmd.time.TtlCache;

/** Each project's patterns, from its .swarmd/settings.json. */
final class PatternFiles {
  private static final int MAX_BYTES = 1 << 20;

  private final TextFiles<ProjectPatterns> texts;
  private final TtlCache<String, ProjectPatterns> cache;

  PatternFiles(FileLanes files, Time time) {
    texts = new TextFiles<>(MAX_BYTES, PatternFiles::parse, time);
    cache = new TtlCache<>(this::read, files::of, time);
  }

  /** Never blocks. */
  CompletableFuture<ProjectPatterns> of(String project) {
    return cache.of(project);
  }

  private ProjectPatterns read(String project) {
    Path root = Path.of(project);
    return texts.of(root, root.resolve(".swarmd/settings.json")).orElse(ProjectPatterns.NONE);
  }

  /** User hooks live in the same file and already report it when it is invalid. */
  private static ProjectPatterns parse(TextFile file) {
    try {
      return file.whole()
          ? ProjectPatterns.in(Json.parse(file.text().getBytes(StandardCharsets.UTF_8)))
          : ProjectPatterns.NONE;
    } catch (InvalidInput e) {
      return ProjectPatterns.NONE;
    }
  }
}
