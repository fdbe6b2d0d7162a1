package swarmd.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import swarmd.usage.CommandShape;
import swarmd.usage.CommandShape.Flag;
import swarmd.usage.CommandShape.Parameter;

/** Commands that the client runs itself; declared here for help and completion only. */
final class ClientCommands {
  private ClientCommands() {}

  static CommandLine commandLine(CommandShape shape) {
    ClientCommand command = new ClientCommand();
    CommandSpec spec = CommandSpec.wrapWithoutInspection(command).name(shape.name());
    command.spec = spec;
    spec.mixinStandardHelpOptions(true);
    spec.usageMessage()
        .description(shape.description())
        .footer(shape.footer().toArray(String[]::new));
    shape.options().forEach(option -> spec.addOption(option(option)));
    shape.parameter().ifPresent(parameter -> spec.addPositional(parameter(parameter)));
    CommandLine line = new CommandLine(spec);
    if (!shape.subcommands().isEmpty()) {
      spec.usageMessage().synopsisSubcommandLabel("COMMAND");
      shape.subcommands().forEach(below -> line.addSubcommand(below.name(), commandLine(below)));
    }
    return line;
  }

  private static OptionSpec option(Flag option) {
    OptionSpec.Builder built =
        OptionSpec.builder(option.names().toArray(String[]::new)).description(option.description());
    return option.value().isPresent()
        ? built.paramLabel(option.value().get()).type(int.class).build()
        : built.type(boolean.class).build();
  }

  private static PositionalParamSpec parameter(Parameter parameter) {
    return PositionalParamSpec.builder()
        .arity("0..1")
        .paramLabel(parameter.label())
        .description(parameter.description())
        .type(String.class)
        .build();
  }

  private static final class ClientCommand implements Runnable {
    private CommandSpec spec;

    @Override
    public void run() {
      if (!spec.subcommands().isEmpty()) {
        spec.commandLine().usage(spec.commandLine().getOut());
        return;
      }
      throw CommandFailed.usage("this command runs in the client; use bin/swarm");
    }
  }
}
