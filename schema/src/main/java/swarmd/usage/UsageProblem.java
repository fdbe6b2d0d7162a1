package swarmd.usage;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * What is wrong with a command line, in one line that also says what to do. Both programs read
 * command lines, and both use these words.
 *
 * @param command the command that was typed, such as "swarm task add"
 */
public record UsageProblem(String command) {

  public String unknownCommand(String typed, Collection<String> known) {
    return hinted("unknown command '" + typed + "'", typed, known);
  }

  /**
   * An option that the command does not have.
   *
   * @param takesText whether the command has parameters, which the typed word may have been
   */
  public String unknownOption(String typed, Collection<String> known, boolean takesText) {
    String name = typed.contains("=") ? typed.substring(0, typed.indexOf('=')) : typed;
    String problem = "unknown option '" + typed + "'";
    return takesText && Suggestion.of(name, known).isEmpty()
        ? problem + "; if it is not meant as an option, put -- before it"
        : hinted(problem, name, known);
  }

  public String unexpectedArgument(String typed) {
    return seeHelp("unexpected argument '" + typed + "'");
  }

  public String missing(String parameter) {
    return seeHelp(parameter + " is missing");
  }

  public String missingValue(String option, String label) {
    return seeHelp(option + " needs a value: " + option + " " + label);
  }

  public String unwantedValue(String option, String value) {
    return seeHelp(option + " takes no value, but has '" + value + "'");
  }

  public String notANumber(String name, String typed) {
    return typed.matches("-?\\d+")
        ? seeHelp("'" + typed + "' is out of range for " + name)
        : seeHelp(name + " must be a whole number, not '" + typed + "'");
  }

  public String invalid(String name, String typed) {
    return seeHelp("'" + typed + "' is not valid for " + name);
  }

  public String notOneOf(String name, String typed, List<String> choices) {
    return name
        + " must be "
        + listed(choices, "or")
        + ", not '"
        + typed
        + "'"
        + suggested(typed, choices).orElse("");
  }

  public String repeated(String option) {
    return seeHelp(option + " must be given only once");
  }

  public String exclusive(List<String> options) {
    return seeHelp("only one of " + listed(options, "and") + " can be given");
  }

  /** The problem, with the most likely name or, if none is likely, the way to the help. */
  private String hinted(String problem, String typed, Collection<String> known) {
    Optional<String> suggestion = suggested(typed, known);
    return suggestion.isPresent() ? problem + suggestion.get() : seeHelp(problem);
  }

  public String seeHelp(String problem) {
    return problem + "; see: " + command + " --help";
  }

  /** For example "; did you mean 'task'?". */
  public static Optional<String> suggested(String typed, Collection<String> known) {
    return Suggestion.of(typed, known).map(name -> "; did you mean '" + name + "'?");
  }

  private static String listed(List<String> names, String lastWord) {
    int last = names.size() - 1;
    return last < 1
        ? String.join("", names)
        : String.join(", ", names.subList(0, last)) + " " + lastWord + " " + names.get(last);
  }
}
