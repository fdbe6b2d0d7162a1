package swarmd.builtin.shell;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import swarmd.catalogue.AgentCommand;

/**
 * The commands of `swarm` that an agent runs about its own work, with their options: tasks, its
 * modes, messages, notes, and what it may look at. None of them runs a program that the owner has
 * not agreed to, reads a file, acts for another agent or session, or changes what the owner has
 * decided. Landing a task is left out: it changes the owner's branch. Ending a mode is the person's
 * right, except where the agent alone can tell that the work is done.
 */
final class AgentCommands {
  private static final String IDS = "[0-9]{1,18}";
  private static final String ANY = "(?s).*";

  private static final List<Command> ALL =
      Stream.of(AgentCommand.values()).map(AgentCommands::command).toList();

  private AgentCommands() {}

  /** Whether the words, the program included, are one of these commands. */
  static boolean contains(List<String> words) {
    return words.size() > 1
        && words.get(0).equals("swarm")
        && ALL.stream().anyMatch(command -> command.allows(words.subList(1, words.size())));
  }

  private static Command command(AgentCommand command) {
    Command bare = new Command(command.words(), Pattern.compile("(?!)"), Pattern.compile("(?!)"));
    return switch (command) {
      case STATUS, MODE_LIST, NOTE_LIST, SKILL_LIST -> bare.options("--json");
      case EVENTS -> bare.options("--json|--tasks|--hooks|(-n|--since)V").words("[0-9]+");
      case TASK_LIST -> bare.options("--json|-a|--all|--(status|swarm|limit|after)V").words(ANY);
      case TASK_ADD ->
          bare.options(
                  "--json|--(description|priority|wave|depends-on|files|checks?|swarm|max-attempts|key)V")
              .words(ANY);
      case TASK_CLAIM ->
          bare.options("--json|--worktree|--(limit|files|swarm|lease|wait|request-id)V").words(ANY);
      case TASK_COMPLETE, TASK_DONE -> bare.options("--json|--(token|result)V").words(ANY);
      case TASK_FAIL -> bare.options("--json|--(token|error)V").words(ANY);
      case TASK_RELEASE -> bare.options("--json|--(token|note)V").words(ANY);
      case TASK_RENEW -> bare.options("--json|--(token|lease)V").words(ANY);
      case TASK_SHOW, TASK_RETRY, TASK_CANCEL, NOTE_RM, SKILL_SHOW ->
          bare.options("--json").words(IDS);
      case MODE_SET -> bare.options("(?!--(session|project)\\b)--[a-z-]+V").words(ANY);
      case MODE_STOP -> bare.options("--json").words("ultrawork|ultrapilot|pipeline");
      case CHECK -> bare.options("--json").words("[A-Za-z0-9][A-Za-z0-9._-]*");
      case SEND -> bare.options("--json|--all|--taskV").words(ANY);
      case INBOX -> bare.options("--json|--sent|(-n|--limit)V").words("[0-9]+");
      case NOTE_ADD -> bare.options("--json|--priority|--working").words(ANY);
      case SKILL_PROPOSE -> bare.options("--json|--triggerV").words(ANY);
    };
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
