package swarmd.cli;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import swarmd.common.Outcome;
import swarmd.swarm.Task;
import swarmd.swarm.Tasks;

/** Decisions about a task that anybody may take. */
final class DecideCommands {
  private DecideCommands() {}

  @Command(name = "retry", description = "Lets a failed task be claimed again.")
  static final class Retry extends DecideCommand {
    Retry(Context context) {
      super(context);
    }

    @Override
    CompletableFuture<Outcome<Task>> step(Tasks tasks, long id) {
      return tasks.retry(id);
    }
  }

  @Command(
      name = "cancel",
      description = "Ends a task that is not wanted any more; tasks that depend on it may start.")
  static final class Cancel extends DecideCommand {
    Cancel(Context context) {
      super(context);
    }

    @Override
    CompletableFuture<Outcome<Task>> step(Tasks tasks, long id) {
      return tasks.cancel(id);
    }
  }

  @Command(mixinStandardHelpOptions = true)
  private abstract static class DecideCommand implements Callable<Integer> {
    private final Context context;

    @Parameters(arity = "1..*", paramLabel = "ID")
    private List<Long> ids;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    DecideCommand(Context context) {
      this.context = context;
    }

    abstract CompletableFuture<Outcome<Task>> step(Tasks tasks, long id);

    @Override
    public Integer call() throws InterruptedException {
      for (long id : ids) {
        Task task = context.awaitValue(step(context.services().tasks(), id));
        TaskPrinter.changed(context, task, json);
      }
      return 0;
    }
  }
}
