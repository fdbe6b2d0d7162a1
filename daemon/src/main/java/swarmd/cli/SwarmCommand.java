package swarmd.cli;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import swarmd.usage.CommandShape;

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
final class SwarmCommand implements Callable<Integer>, CommandGroup {
  private final Context context;

  private SwarmCommand(Context context) {
    this.context = context;
  }

  /** The commands without anything to run them on, to describe them. */
  static CommandLine commandLine() {
    return CommandGroup.complete(new SwarmCommand(null));
  }

  /** With the subcommands that the words name. */
  static CommandLine commandLine(Context context, List<String> words) {
    return CommandGroup.commandLine(new SwarmCommand(context), words);
  }

  @Override
  public List<Object> subcommands() {
    List<Object> commands = new ArrayList<>();
    Collections.addAll(
        commands,
        new TaskCommand(context),
        new ModeCommand(context),
        new CancelCommand(context),
        new PauseCommands.Pause(context),
        new PauseCommands.Resume(context),
        new LimitCommand(context),
        new CheckCommand(context),
        new SendCommand(context),
        new InboxCommand(context),
        new NoteCommand(context),
        new SkillCommand(context),
        new HooksCommand(context),
        new StatusCommand(context),
        new EventsCommand(context),
        new OpenCommand(context),
        new PruneCommand(context),
        new DemoCommand(context),
        new TeamCommand(context),
        new SettingsCommand(context),
        new InstallCommand(context),
        new UninstallCommand(context),
        new CompletionCommand(context),
        new CandidatesCommand(context));
    commands.addAll(CommandShape.CLIENT);
    commands.add(new HelpCommand());
    return commands;
  }

  @Override
  public Integer call() throws InterruptedException {
    Overview.print(context);
    return 0;
  }
}
