package swarmd.builtin.shell;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import swarmd.files.TextFile;
import swarmd.files.TextFiles;
import swarmd.json.InvalidInput;
import swarmd.json.Json;
import swarmd.time.Time;
import swarmd.time.TtlCache;

/** The patterns of every project, from its .swarmd/settings.json. */
final class PatternFiles {
  private static final int MAX_BYTES = 1 << 20;

  private final TextFiles<ProjectPatterns> texts;
  private final TtlCache<String, ProjectPatterns> looks;

  PatternFiles(Executor files, Time time) {
    texts = new TextFiles<>(MAX_BYTES, PatternFiles::patterns, time);
    looks = new TtlCache<>(this::read, files, time);
  }

  /** Does not block. */
  CompletableFuture<ProjectPatterns> of(String project) {
    return looks.of(project);
  }

  private ProjectPatterns read(String project) {
    Path top = Path.of(project);
    return texts.of(top, top.resolve(".swarmd/settings.json")).orElse(ProjectPatterns.NONE);
  }

  /** A file that makes no sense is reported by the user's hooks, which are in it, too. */
  private static ProjectPatterns patterns(TextFile file) {
    try {
      return file.whole()
          ? ProjectPatterns.in(Json.parse(file.text().getBytes(StandardCharsets.UTF_8)))
          : ProjectPatterns.NONE;
    } catch (InvalidInput e) {
      return ProjectPatterns.NONE;
    }
  }
}
