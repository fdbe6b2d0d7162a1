package swarmd.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import swarmd.usage.CommandShape;

/**
 * A command with subcommands. Reading the annotations of all commands takes 25 to 80 ms, so a
 * command line has only those that its words name. If the first word names none, the others are
 * only listed, for help and for suggestions.
 */
interface CommandGroup {
  /** Commands with picocli's annotations, command lines, or shapes of the client's commands. */
  List<Object> subcommands();

  /** With everything below it. */
  static CommandLine complete(Object command) {
    CommandLine line = alone(command);
    if (command instanceof CommandGroup group) {
      group.subcommands().forEach(each -> line.addSubcommand(complete(each)));
    }
    return line;
  }

  /** With what is needed for these words. */
  static CommandLine commandLine(Object command, List<String> words) {
    CommandLine line = alone(command);
    if (!(command instanceof CommandGroup group) || isVersion(words, line)) {
      return line;
    }
    List<Object> all = group.subcommands();
    Optional<Object> first =
        all.stream()
            .filter(each -> names(each).anyMatch(words.stream().limit(1).toList()::contains))
            .filter(each -> !(each instanceof HelpCommand)) // which describes the others
            .findFirst();
    if (first.isPresent()) {
      line.addSubcommand(commandLine(first.get(), words.subList(1, words.size())));
    } else {
      all.forEach(
          each ->
              line.addSubcommand(
                  names(each).anyMatch(words::contains) ? commandLine(each, words) : listed(each)));
    }
    return line;
  }

  private static boolean isVersion(List<String> words, CommandLine line) {
    return words.size() == 1
        && Optional.ofNullable(line.getCommandSpec().findOption(words.get(0)))
            .filter(OptionSpec::versionHelp)
            .isPresent();
  }

  /** Without its options and parameters. */
  private static CommandLine listed(Object command) {
    if (command instanceof CommandLine line) {
      return line;
    }
    if (command instanceof CommandShape shape) {
      return ClientCommands.commandLine(shape);
    }
    Command annotation = command.getClass().getAnnotation(Command.class);
    CommandSpec spec = CommandSpec.create().name(annotation.name()).aliases(annotation.aliases());
    spec.usageMessage().description(annotation.description()).hidden(annotation.hidden());
    return new CommandLine(spec);
  }

  private static CommandLine alone(Object command) {
    if (command instanceof CommandLine line) {
      return line;
    }
    return command instanceof CommandShape shape
        ? ClientCommands.commandLine(shape)
        : new CommandLine(command);
  }

  private static Stream<String> names(Object command) {
    if (command instanceof CommandLine line) {
      return line.getCommandSpec().names().stream();
    }
    if (command instanceof CommandShape shape) {
      return Stream.of(shape.name());
    }
    Command names = command.getClass().getAnnotation(Command.class);
    return Stream.concat(Stream.of(names.name()), Arrays.stream(names.aliases()));
  }
}
