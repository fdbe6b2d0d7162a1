package swarmd.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import swarmd.usage.CommandShape;

/**
 * A command with subcommands. Reading the annotations of all commands takes 25 ms, so a command
 * line has only those that its words name; if they name none, all, for help and for suggestions.
 */
interface CommandGroup {
  /** Commands with picocli's annotations, command lines, or shapes of the client's commands. */
  List<Object> subcommands();

  static CommandLine commandLine(Object command, List<String> words) {
    CommandLine line = alone(command);
    if (command instanceof CommandGroup group) {
      List<Object> all = group.subcommands();
      Optional<Object> named =
          words.stream()
              .limit(1)
              .flatMap(word -> all.stream().filter(each -> names(each).anyMatch(word::equals)))
              .filter(each -> !(each instanceof HelpCommand)) // which describes the others
              .findFirst();
      if (named.isPresent()) {
        line.addSubcommand(commandLine(named.get(), words.subList(1, words.size())));
      } else {
        all.forEach(each -> line.addSubcommand(commandLine(each, List.of())));
      }
    }
    return line;
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
