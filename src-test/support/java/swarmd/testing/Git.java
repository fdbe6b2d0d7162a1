package swarmd.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import swarmd.testing.Programs.Result;

/** Runs git as somebody without settings of their own. */
public final class Git {
  private static final Map<String, String> PERSON =
      Map.of(
          "GIT_AUTHOR_NAME", "tester",
          "GIT_AUTHOR_EMAIL", "tester@localhost",
          "GIT_COMMITTER_NAME", "tester",
          "GIT_COMMITTER_EMAIL", "tester@localhost",
          "GIT_CONFIG_GLOBAL", "/dev/null");

  private Git() {}

  public static Result git(Path folder, String... words) {
    Result result =
        Programs.run(
            folder,
            PERSON,
            Stream.concat(Stream.of("git"), Stream.of(words)).toArray(String[]::new));
    assertThat(result.exit()).as(result.toString()).isZero();
    return result;
  }

  /** A repository with one empty commit. */
  public static void start(Path folder) {
    git(folder, "init", "--quiet");
    git(folder, "commit", "--quiet", "--allow-empty", "-m", "Start");
  }
}
