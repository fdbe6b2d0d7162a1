package swarmd.builtin.shell;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The commands of `swarm` that an agent runs about its own work: tasks, its modes, notes, and what
 * it may look at. None of them runs a program, reads a file, acts for another agent or session, or
 * changes what the owner has decided. Ending a mode is the person's right, except where the agent
 * alone can tell that the work is done.
 */
final class AgentCommands {
  private static final String IDS = "[0-9]{1,18}";
  private static final String ANY = "(?s).*";

  private static final List<Command> ALL =
      List.of(
          command("status").options("--json"),
          command("events").options("--json|--tasks|--hooks|(-n|--since)V").words("[0-9]+"),
          command("task list").options("--json|-a|--all|--(status|swarm|limit|after)V").words(ANY),
          command("task show").options("--json").words(IDS),
          command("task add")
              .options(
                  "--json|--(description|priority|wave|depends-on|files|swarm|max-attempts|key)V")
              .words(ANY),
          command("task claim")
              .options("--json|--(limit|files|swarm|lease|wait|request-id)V")
              .words(ANY),
          command("task complete").options("--json|--(token|result)V").words(ANY),
          command("task done").options("--json|--(token|result)V").words(ANY),
          command("task fail").options("--json|--(token|error)V").words(ANY),
          command("task release").options("--json|--(token|note)V").words(ANY),
          command("task renew").options("--json|--(token|lease)V").words(ANY),
          command("task retry").options("--json").words(IDS),
          command("task cancel").options("--json").words(IDS),
          command("mode list").options("--json"),
          command("mode set").options("(?!--(session|project)\\b)--[a-z-]+V").words(ANY),
          command("mode stop").options("--json").words("ultrawork|ultrapilot|pipeline"),
          command("note list").options("--json"),
          command("note add").options("--json|--priority|--working").words(ANY),
          command("note rm").options("--json").words(IDS));

  private AgentCommands() {}

  /** Whether the words, the program included, are one of these commands. */
  static boolean contains(List<String> words) {
    return words.size() > 1
        && words.get(0).equals("swarm")
        && ALL.stream().anyMatch(command -> command.allows(words.subList(1, words.size())));
  }

  private static Command command(String words) {
    return new Command(List.of(words.split(" ")), Pattern.compile("(?!)"), Pattern.compile("(?!)"));
  }

  private record Command(List<String> firstWords, Pattern options, Pattern words) {

    /** In the pattern, V stands for an optional value after an equals sign. */
    Command options(String regex) {
      return new Command(firstWords, Pattern.compile(regex.replace("V", "(=(?s:.*))?")), words);
    }

    /** What every other word must be: an operand, or the value of the option before it. */
    Command words(String regex) {
      return new Command(firstWords, options, Pattern.compile(regex));
    }

    boolean allows(List<String> given) {
      return given.size() >= firstWords.size()
          && given.subList(0, firstWords.size()).equals(firstWords)
          && given.subList(firstWords.size(), given.size()).stream().allMatch(this::allows);
    }

    /** Checks options even after "--", which may be the value of the option before it. */
    private boolean allows(String word) {
      return (word.startsWith("-") && !word.equals("--") ? options : words).matcher(word).matches();
    }
  }
}
