package swarmd.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import swarmd.swarm.Task;
import swarmd.swarm.TaskChange;

@Command(
    name = "snooze",
    mixinStandardHelpOptions = true,
    description = "Keeps a task from being claimed before a time.",
    footer = {
      "",
      "Example:  swarm task snooze 3 2h",
      "A time is a duration from now (90s, 10m, 2h, 1d), a time of the day (18:30), a date and"
          + " time",
      "(2026-11-18T09:00), or now, which lets the task be claimed at once."
    })
final class TaskSnoozeCommand implements Callable<Integer> {
  private final Context context;

  @Parameters(index = "0", paramLabel = "ID", description = "The task.")
  private long id;

  @Parameters(index = "1", paramLabel = "TIME", description = "When it can be claimed again.")
  private String time;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  TaskSnoozeCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    TaskChange change = TaskChange.notBefore(TimeText.moment(time, "TIME", context.now()));
    Task task = context.awaitValue(context.services().tasks().edit(id, change, context.actor()));
    TaskPrinter.changed(context, task, json);
    return 0;
  }
}
