package swarmd.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "task",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Adds, claims, changes and finishes tasks.")
final class TaskCommand implements Runnable {
  @Spec private CommandSpec spec;

  static CommandLine commandLine(Context context) {
    return new CommandLine(new TaskCommand())
        .addSubcommand(new TaskAddCommand(context))
        .addSubcommand(new TaskListCommand(context))
        .addSubcommand(new TaskShowCommand(context))
        .addSubcommand(new TaskEditCommand(context))
        .addSubcommand(new TaskRequireCommand(context))
        .addSubcommand(new TaskSnoozeCommand(context))
        .addSubcommand(new TaskClaimCommand(context))
        .addSubcommand(new LeaseCommands.Renew(context))
        .addSubcommand(new LeaseCommands.Release(context))
        .addSubcommand(new LeaseCommands.Complete(context))
        .addSubcommand(new LeaseCommands.Fail(context))
        .addSubcommand(new TaskLandCommand(context))
        .addSubcommand(new StatusChangeCommands.Retry(context))
        .addSubcommand(new StatusChangeCommands.Cancel(context))
        .addSubcommand(new StatusChangeCommands.Reopen(context))
        .addSubcommand(new TaskExchangeCommands.Import(context))
        .addSubcommand(new TaskExchangeCommands.Export(context))
        .addSubcommand(new TaskMoveCommands.Push(context))
        .addSubcommand(new TaskMoveCommands.Pull(context));
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
