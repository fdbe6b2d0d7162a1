package swarmd.cli;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "task",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Adds, claims, changes and finishes tasks.")
final class TaskCommand implements Runnable, CommandGroup {
  @Spec private CommandSpec spec;

  private final Context context;

  TaskCommand(Context context) {
    this.context = context;
  }

  @Override
  public List<Object> subcommands() {
    return List.of(
        new TaskAddCommand(context),
        new TaskListCommand(context),
        new TaskShowCommand(context),
        new TaskEditCommand(context),
        new TaskRequireCommand(context),
        new TaskSnoozeCommand(context),
        new TaskClaimCommand(context),
        new LeaseCommands.Renew(context),
        new LeaseCommands.Release(context),
        new LeaseCommands.Complete(context),
        new LeaseCommands.Fail(context),
        new TaskLandCommand(context),
        new StatusChangeCommands.Retry(context),
        new StatusChangeCommands.Cancel(context),
        new StatusChangeCommands.Reopen(context),
        new TaskExchangeCommands.Import(context),
        new TaskExchangeCommands.Export(context),
        new TaskMoveCommands.Push(context),
        new TaskMoveCommands.Pull(context));
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
