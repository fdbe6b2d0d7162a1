package swarmd.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import swarmd.usage.UsageProblem;

/** Describes a command line that cannot be read, in one line for the person who typed it. */
final class UsageErrors {
  private UsageErrors() {}

  static String describe(CommandLine.ParameterException e) {
    CommandLine line = e.getCommandLine();
    CommandSpec spec = line.getCommandSpec();
    UsageProblem problem = new UsageProblem(spec.qualifiedName());
    List<String> unmatched =
        e instanceof CommandLine.UnmatchedArgumentException unknown
            ? unknown.getUnmatched()
            : line.getUnmatchedArguments();
    if (!unmatched.isEmpty()) { // of several mistakes, this one explains the others
      return unmatched(unmatched.get(0), spec, problem);
    }
    if (e instanceof CommandLine.MissingParameterException missing) {
      return missing(missing, problem);
    }
    if (e instanceof CommandLine.OverwrittenOptionException repeated) {
      return problem.repeated(name(repeated.getOverwritten()));
    }
    if (e instanceof CommandLine.MutuallyExclusiveArgsException) {
      return problem.exclusive(exclusive(spec));
    }
    return e.getArgSpec() == null
        ? problem.seeHelp(e.getMessage())
        : invalid(e.getArgSpec(), String.valueOf(e.getValue()), problem);
  }

  private static String unmatched(String typed, CommandSpec spec, UsageProblem problem) {
    if (typed.startsWith("-") && typed.length() > 1) {
      return problem.unknownOption(
          typed,
          spec.optionsMap().keySet().stream().filter(name -> name.startsWith("--")).toList(),
          !spec.positionalParameters().isEmpty());
    }
    return spec.subcommands().isEmpty()
        ? problem.unexpectedArgument(typed)
        : problem.unknownCommand(typed, spec.subcommands().keySet());
  }

  private static String missing(CommandLine.MissingParameterException e, UsageProblem problem) {
    ArgSpec missing = e.getMissing().isEmpty() ? e.getArgSpec() : e.getMissing().get(0);
    return missing instanceof OptionSpec option
        ? problem.missingValue(option.longestName(), option.paramLabel())
        : problem.missing(missing.paramLabel());
  }

  /** The options of the group; no command has two. */
  private static List<String> exclusive(CommandSpec spec) {
    return spec.argGroups().stream()
        .flatMap(group -> group.allOptionsNested().stream())
        .map(OptionSpec::longestName)
        .toList();
  }

  private static String invalid(ArgSpec argument, String typed, UsageProblem problem) {
    Class<?> type = argument.auxiliaryTypes()[0];
    String name = name(argument);
    if (type == boolean.class || type == Boolean.class) {
      return problem.unwantedValue(name, typed);
    }
    if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
      return problem.notANumber(name, firstWrong(typed, argument));
    }
    return choices(argument, type)
        .map(choices -> problem.notOneOf(name, typed, choices))
        .orElseGet(() -> problem.invalid(name, typed));
  }

  /** Of a list of numbers. */
  private static String firstWrong(String typed, ArgSpec argument) {
    return argument.splitRegex().isEmpty()
        ? typed
        : Arrays.stream(typed.split(argument.splitRegex()))
            .filter(part -> !part.matches("-?\\d{1,18}"))
            .findFirst()
            .orElse(typed);
  }

  private static Optional<List<String>> choices(ArgSpec argument, Class<?> type) {
    if (argument.completionCandidates() != null) {
      return Optional.of(
          StreamSupport.stream(argument.completionCandidates().spliterator(), false)
              .map(choice -> choice.toLowerCase(Locale.ROOT))
              .collect(Collectors.toList()));
    }
    return type.isEnum()
        ? Optional.of(
            Arrays.stream(type.getEnumConstants())
                .map(choice -> ((Enum<?>) choice).name().toLowerCase(Locale.ROOT))
                .toList())
        : Optional.empty();
  }

  private static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }
}
