package swarmd.builtin.shell;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import swarmd.settings.Runners;

/**
 * Commands that run a project's own code: its tests and linters. None is approved unless the person
 * has declared it, and then with nothing added but what cannot make it run or write anything else.
 */
final class RunnerCommands {
  private static final String QUIET = "-[qv]+|--(quiet|verbose|silent|color|no-color)";

  /** What may follow the runners that are in wide use; after any other, nothing. */
  private static final List<Runner> KNOWN =
      List.of(
          runner("npm test").options("-s|--silent"),
          runner("npm run").options("-s|--silent"),
          runner("pnpm test").options("-s|--silent"),
          runner("yarn test").options("-s|--silent"),
          runner("pytest")
              .options(
                  "-[qvxls]+|-r[A-Za-z]+|--(lf|ff|sw|last-failed|failed-first|stepwise|exitfirst)"
                      + "|--(no-header|no-summary)|--(maxfail|durations)=[0-9]+"
                      + "|--tb=(auto|long|short|line|native|no)")
              .withPaths(),
          runner("eslint").options("--max-warnings=[0-9]+").withPaths(),
          runner("tsc").options("--(noEmit|pretty|listFiles|noErrorTruncation)"),
          runner("jest").options("--(ci|bail|silent|runInBand|verbose)|-i").withPaths(),
          runner("vitest run").options("--(bail|silent)").withPaths(),
          runner("cargo test")
              .options(
                  "--(release|lib|bins|tests|doc|workspace|all|all-features|no-fail-fast|locked"
                      + "|offline|no-run)")
              .withPaths(),
          runner("cargo check").options("--(release|workspace|all-features|locked|offline)"),
          runner("cargo clippy").options("--(workspace|all-features|all-targets|locked|offline)"),
          runner("go test")
              .options("-(v|race|short|failfast)|-(count|parallel)=[0-9]+|-run=[\\w/-]+")
              .withPaths("\\./.*"), // anything else may be a package from elsewhere
          runner("go vet").withPaths("\\./.*"),
          runner("gradlew test").options(gradle()),
          runner("gradlew check").options(gradle()),
          runner("gradle test").options(gradle()),
          runner("mvn test").options("-[qoB]|--offline|--batch-mode"),
          runner("mvnw test").options("-[qoB]|--offline|--batch-mode"),
          runner("make test"),
          runner("make check"));

  /** Programs that only start another one. */
  private static final List<List<String>> STARTERS =
      List.of(
          List.of("npx"),
          List.of("pnpm", "exec"),
          List.of("yarn"),
          List.of("uv", "run"),
          List.of("poetry", "run"),
          List.of("python", "-m"),
          List.of("python3", "-m"));

  private final List<List<String>> declared;

  private RunnerCommands(List<List<String>> declared) {
    this.declared = declared;
  }

  static RunnerCommands of(Runners runners, Optional<String> project, Optional<String> folder) {
    return new RunnerCommands(
        runners.of(project, folder).stream().map(text -> List.of(text.split(" "))).toList());
  }

  /**
   * What is known of a command.
   *
   * @param runner its first words, which make it a runner
   * @param obstacle why it is not approved; absent if it may be
   * @param paths words that may be paths
   */
  record Reading(String runner, Optional<String> obstacle, List<String> paths) {}

  /** Empty if the command is not a runner. */
  Optional<Reading> read(List<String> words) {
    return declared.stream()
        .filter(first -> startsWith(words, first))
        .max((one, other) -> Integer.compare(one.size(), other.size()))
        .map(first -> declared(words, first))
        .or(() -> undeclared(words));
  }

  private static Reading declared(List<String> words, List<String> first) {
    Optional<Runner> known = known(first);
    List<String> rest = words.subList(first.size(), words.size());
    Optional<String> refused =
        rest.stream()
            .filter(word -> known.filter(runner -> runner.allows(word)).isEmpty())
            .findFirst();
    String runner = String.join(" ", first);
    return new Reading(
        runner,
        refused.map(word -> "'%s' is not approved after '%s'".formatted(word, runner)),
        rest.stream().filter(word -> !word.startsWith("-")).toList());
  }

  private static Optional<Reading> undeclared(List<String> words) {
    return known(words)
        .map(runner -> String.join(" ", runner.words))
        .map(
            runner ->
                new Reading(
                    runner,
                    Optional.of(
                        "'%s' runs the project's own code and is not declared under permissions.runners in settings.json"
                            .formatted(runner)),
                    List.of()));
  }

  private static Optional<Runner> known(List<String> words) {
    List<String> command =
        STARTERS.stream()
            .filter(starter -> startsWith(words, starter))
            .map(starter -> words.subList(starter.size(), words.size()))
            .filter(rest -> runner(rest).isPresent())
            .findFirst()
            .orElse(words);
    return runner(command);
  }

  private static Optional<Runner> runner(List<String> words) {
    if (words.isEmpty()) {
      return Optional.empty();
    }
    String program = words.get(0).substring(words.get(0).lastIndexOf('/') + 1);
    return KNOWN.stream()
        .filter(runner -> runner.words.get(0).equals(program))
        .filter(
            runner ->
                startsWith(
                    words.subList(1, words.size()), runner.words.subList(1, runner.words.size())))
        .findFirst();
  }

  private static boolean startsWith(List<String> words, List<String> first) {
    return words.size() >= first.size() && words.subList(0, first.size()).equals(first);
  }

  private static String gradle() {
    return "-[qi]|--(info|offline|no-daemon|stacktrace|continue|rerun-tasks|warn)"
        + "|--console=(plain|auto|rich|verbose)";
  }

  private static Runner runner(String words) {
    return new Runner(List.of(words.split(" ")), Pattern.compile(QUIET), Pattern.compile("(?!)"));
  }

  private record Runner(List<String> words, Pattern options, Pattern paths) {

    Runner options(String regex) {
      return new Runner(words, Pattern.compile(QUIET + "|" + regex), paths);
    }

    /** Not @file, from which some runners read further options. */
    Runner withPaths() {
      return withPaths("[^@].*");
    }

    /** Files, folders or names of tests may follow, all inside the project. */
    Runner withPaths(String regex) {
      return new Runner(words, options, Pattern.compile(regex));
    }

    boolean allows(String word) {
      return word.startsWith("-")
          ? options.matcher(word).matches()
          : paths.matcher(word).matches() && ReadOnlyCommands.isInRepository(word);
    }
  }
}
