package swarmd.builtin.context;

import java.util.regex.Pattern;

/** Recognises command lines that run a project's tests. */
final class TestCommand {
  /** What may stand before a program: a start of the line or a step, variables, and wrappers. */
  private static final String START =
      "(?:^|[;&|(\\n"
          + "]|\\b(?:then|do)\\b)\\s*+(?:[A-Za-z_]\\w*+=\\S*+\\s++)*+"
          + "(?:(?:env|time|command|nice|sudo(?:\\s+-E)?|timeout(?:\\s+-\\S+)*\\s+\\S+|xvfb-run|poetry"
          + "\\s+run|uv\\s+run|pipenv\\s+run|hatch\\s+run|bundle\\s+exec|npx|bunx|pnpm\\s+exec"
          + "|yarn\\s+dlx|dotenv\\s+--)\\s++(?:[A-Za-z_]\\w*+=\\S*+\\s++)*+)*+";

  private static final String END = "(?=$|[\\s;&|)])";

  private static final String WORDS = "(?:\\s+[^;&|\\n]*?)?\\s+";

  private static final Pattern RUNS_TESTS =
      Pattern.compile(
          START
              + "(?:(?:npm|pnpm|yarn|bun)(?:\\s+-\\S+)*\\s+(?:run(?:-script)?\\s+)?(?:t|tst|test(?::[\\w:-]+)?)"
              + "|(?:\\S*/)?(?:jest|vitest|mocha|ava|karma|pytest|py\\.test|tox|nox|rspec|phpunit|pest|ctest|behave)"
              + "|(?:playwright|cypress)\\s+(?:test|run)"
              + "|(?:\\S*/)?python[0-9.]*+\\s+-m\\s+(?:pytest|unittest)"
              + "|(?:\\S*/)?python[0-9.]*+\\s+manage\\.py\\s+test"
              + "|cargo(?:\\s+\\+\\S+)?\\s+(?:test|t|nextest\\s+run)"
              + "|(?:go|dotnet|mix|swift|zig|deno|bazel|bazelisk|flutter|dart|lein|stack|cabal|gleam"
              + "|meson|rails|rake|forge|hardhat|composer|make|gmake|just|task|sbt|mill)"
              + WORDS
              + "(?:test|tests|check)"
              + "|(?:\\S*/)?(?:gradlew?|mvnw?)"
              + WORDS
              + "(?:\\S*:)?(?:test|check|verify|integrationTest)"
              + "|swarm\\s+check\\s+\\S+"
              + ")"
              + END);

  private static final int MAX_LENGTH = 2_000;

  private TestCommand() {}

  static boolean isIn(String command) {
    return command.length() <= MAX_LENGTH && RUNS_TESTS.matcher(command).find();
  }
}
