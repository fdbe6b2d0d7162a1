package swarmd.client;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import swarmd.usage.CommandShape;
import swarmd.usage.CommandShape.Flag;
import swarmd.usage.UsageProblem;

/**
 * The arguments of a command that the client runs itself.
 *
 * @param command the subcommand; empty if the command has none
 * @param options the given ones with their values
 */
record Arguments(String command, Map<String, String> options) {

  /** Reads what follows the command's name; a command with subcommands needs one. */
  static Arguments read(CommandShape shape, String[] words) {
    return read(shape, "swarm " + shape.name(), List.of(words));
  }

  private static Arguments read(CommandShape shape, String command, List<String> words) {
    UsageProblem problem = new UsageProblem(command);
    if (shape.subcommands().isEmpty()) {
      return new Arguments("", options(shape, problem, words));
    }
    List<String> names = shape.subcommands().stream().map(CommandShape::name).toList();
    String name = words.isEmpty() ? "" : words.get(0);
    for (CommandShape below : shape.subcommands()) {
      if (below.name().equals(name)) {
        List<String> rest = words.subList(1, words.size());
        return new Arguments(name, read(below, command + " " + name, rest).options());
      }
    }
    throw new WrongUsage(
        name.startsWith("-")
            ? problem.unknownOption(name, List.of(), false)
            : problem.unknownCommand(name, names));
  }

  private static Map<String, String> options(
      CommandShape shape, UsageProblem problem, List<String> words) {
    Map<String, String> options = new HashMap<>();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      Optional<Flag> found =
          shape.options().stream().filter(flag -> flag.names().contains(word)).findFirst();
      if (found.isEmpty()) {
        throw new WrongUsage(unknown(word, shape, problem));
      }
      Flag flag = found.get();
      String value = "";
      if (flag.value().isPresent()) {
        i++;
        if (i == words.size()) {
          throw new WrongUsage(problem.missingValue(flag.name(), flag.value().get()));
        }
        value = words.get(i);
        if (!value.matches("\\d{1,9}")) {
          throw new WrongUsage(problem.notANumber(flag.name(), value));
        }
      }
      if (options.put(flag.name(), value) != null) {
        throw new WrongUsage(problem.repeated(flag.name()));
      }
    }
    return options;
  }

  private static String unknown(String word, CommandShape shape, UsageProblem problem) {
    List<String> known = new ArrayList<>(List.of("--help"));
    shape.options().forEach(flag -> known.add(flag.name()));
    return word.startsWith("-") && word.length() > 1
        ? problem.unknownOption(word, known, false)
        : problem.unexpectedArgument(word);
  }

  boolean has(String option) {
    return options.containsKey(option);
  }

  int number(String option, int defaultValue) {
    return has(option) ? Integer.parseInt(options.get(option)) : defaultValue;
  }

  /** The command line is wrong; the message says how. */
  static final class WrongUsage extends RuntimeException {
    private static final long serialVersionUID = 1;

    WrongUsage(String message) {
      super(message, null, false, false);
    }
  }
}
