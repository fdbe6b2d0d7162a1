package swarmd.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command `swarm` and its subcommands. */
@Command(
    name = "swarm",
    description = "Shares work among the coding agents on this machine.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exit codes: 0 done, 1 failed or nothing to claim, 2 wrong usage, 3 conflict.",
      "Start with:  swarm task add \"my first task\"  and  swarm status",
      "See it work:  swarm demo"
    })
final class SwarmCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** The commands without anything to run them on, to describe them. */
  static CommandLine commandLine() {
    return commandLine(null);
  }

  static CommandLine commandLine(Context context) {
    CommandLine line = new CommandLine(new SwarmCommand());
    line.addSubcommand(TaskCommand.commandLine(context));
    line.addSubcommand(ModeCommand.commandLine(context));
    line.addSubcommand(new CancelCommand(context));
    line.addSubcommand(new CheckCommand(context));
    line.addSubcommand(NoteCommand.commandLine(context));
    line.addSubcommand(SkillCommand.commandLine(context));
    line.addSubcommand(HooksCommand.commandLine(context));
    line.addSubcommand(new StatusCommand(context));
    line.addSubcommand(new EventsCommand(context));
    line.addSubcommand(new PruneCommand(context));
    line.addSubcommand(new DemoCommand(context));
    line.addSubcommand(new SettingsCommand(context));
    line.addSubcommand(new InstallCommand(context));
    line.addSubcommand(new UninstallCommand(context));
    line.addSubcommand(new CompletionCommand(context));
    ClientCommands.all().forEach(command -> line.addSubcommand(command));
    line.addSubcommand(new HelpCommand());
    return line;
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
