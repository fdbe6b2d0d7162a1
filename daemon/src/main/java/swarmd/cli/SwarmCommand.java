package swarmd.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command `swarm` and its subcommands. */
@Command(
    name = "swarm",
    description = {
      "Shares work among the coding agents on this machine.",
      "Without a command, shows the state of your project and the next step."
    },
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exit codes: 0 done, 1 failed or nothing to claim, 2 wrong usage, 3 conflict.",
      "Start with:  swarm task add \"my first task\"  and  swarm status",
      "See it work:  swarm demo"
    })
final class SwarmCommand implements Callable<Integer> {
  private final Context context;

  private SwarmCommand(Context context) {
    this.context = context;
  }

  /** The commands without anything to run them on, to describe them. */
  static CommandLine commandLine() {
    return commandLine(null);
  }

  static CommandLine commandLine(Context context) {
    CommandLine line = new CommandLine(new SwarmCommand(context));
    line.addSubcommand(TaskCommand.commandLine(context));
    line.addSubcommand(ModeCommand.commandLine(context));
    line.addSubcommand(new CancelCommand(context));
    line.addSubcommand(new PauseCommands.Pause(context));
    line.addSubcommand(new PauseCommands.Resume(context));
    line.addSubcommand(new LimitCommand(context));
    line.addSubcommand(new CheckCommand(context));
    line.addSubcommand(new SendCommand(context));
    line.addSubcommand(new InboxCommand(context));
    line.addSubcommand(NoteCommand.commandLine(context));
    line.addSubcommand(SkillCommand.commandLine(context));
    line.addSubcommand(HooksCommand.commandLine(context));
    line.addSubcommand(new StatusCommand(context));
    line.addSubcommand(new EventsCommand(context));
    line.addSubcommand(new OpenCommand(context));
    line.addSubcommand(new PruneCommand(context));
    line.addSubcommand(new DemoCommand(context));
    line.addSubcommand(TeamCommand.commandLine(context));
    line.addSubcommand(new SettingsCommand(context));
    line.addSubcommand(new InstallCommand(context));
    line.addSubcommand(new UninstallCommand(context));
    line.addSubcommand(new CompletionCommand(context));
    line.addSubcommand(new CandidatesCommand(context));
    ClientCommands.all().forEach(command -> line.addSubcommand(command));
    line.addSubcommand(new HelpCommand());
    return line;
  }

  @Override
  public Integer call() throws InterruptedException {
    Overview.print(context);
    return 0;
  }
}
