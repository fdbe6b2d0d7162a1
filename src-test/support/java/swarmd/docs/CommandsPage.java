package swarmd.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import swarmd.testing.RunningDaemon;

/** docs/reference/commands.md, from the help of every command. */
final class CommandsPage {
  private static final Pattern SUBCOMMAND =
      Pattern.compile("  ([a-z][a-z-]*)(, [a-z-]+)*( {2,}.*)?");

  private static final Pattern OPTION_OF_ALL = Pattern.compile("  (-h, --help|-V, --version) .*");

  private static final String INTRODUCTION =
      """
      # Commands

      This page is the output of `--help` for every command; `./gradlew docs` writes it. All commands also have `-h`
      (`--help`) and `-V` (`--version`). Where a command prints data, `--json` prints the same as JSON.

      | exit code | meaning |
      |---|---|
      | 0 | done |
      | 1 | failed, or there is nothing to claim yet |
      | 2 | wrong usage |
      | 3 | conflict: somebody else holds the task, the mode excludes another, nothing is left to claim |
      """;

  private final RunningDaemon daemon;
  private final StringBuilder text = new StringBuilder(INTRODUCTION);

  private CommandsPage(RunningDaemon daemon) {
    this.daemon = daemon;
  }

  static String text() {
    try (RunningDaemon daemon = RunningDaemon.start()) {
      CommandsPage page = new CommandsPage(daemon);
      page.add(List.of());
      return page.text.toString();
    }
  }

  private void add(List<String> words) {
    List<String> arguments = new ArrayList<>(words);
    arguments.add("--help");
    String help = daemon.swarm(daemon.project(), arguments.toArray(String[]::new)).out();
    String name = words.isEmpty() ? "swarm" : "swarm " + String.join(" ", words);
    text.append("\n## ").append(name).append("\n```text\n").append(trimmed(help)).append("```\n");
    for (String subcommand : subcommands(help)) {
      List<String> deeper = new ArrayList<>(words);
      deeper.add(subcommand);
      add(deeper);
    }
  }

  private static String trimmed(String help) {
    StringBuilder result = new StringBuilder();
    help.strip()
        .lines()
        .filter(line -> !OPTION_OF_ALL.matcher(line).matches())
        .forEach(line -> result.append(line.stripTrailing()).append('\n'));
    return result.toString();
  }

  /** The first name of each command that the help lists, but for help itself. */
  private static List<String> subcommands(String help) {
    List<String> names = new ArrayList<>();
    boolean listed = false;
    for (String line : help.lines().toList()) {
      Matcher subcommand = SUBCOMMAND.matcher(line);
      if (line.equals("Commands:")) {
        listed = true;
      } else if (line.isBlank()) {
        listed = false;
      } else if (listed && subcommand.matches() && !subcommand.group(1).equals("help")) {
        names.add(subcommand.group(1));
      }
    }
    return names;
  }
}
