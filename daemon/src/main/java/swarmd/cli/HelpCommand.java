package swarmd.cli;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import swarmd.usage.UsageProblem;

@Command(name = "help", description = "Shows the help of a command.", helpCommand = true)
final class HelpCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "The command, such as: task add")
  private List<String> words = List.of();

  @Override
  public void run() {
    CommandLine found = spec.parent().commandLine();
    for (String word : words) {
      CommandLine below = found.getSubcommands().get(word);
      if (below == null) {
        throw CommandFailed.usage(
            new UsageProblem(found.getCommandSpec().qualifiedName())
                .unknownCommand(word, found.getSubcommands().keySet()));
      }
      found = below;
    }
    found.usage(spec.commandLine().getOut());
  }
}
