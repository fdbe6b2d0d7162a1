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

/** Commands that change a task without its token. */
final class StatusChangeCommands {
  private StatusChangeCommands() {}

  @Command(name = "retry", description = "Makes a failed task claimable again.")
  static final class Retry extends StatusChangeCommand {
    Retry(Context context) {
      super(context);
    }

    @Override
    CompletableFuture<Outcome<Task>> change(Tasks tasks, long id) {
      return tasks.retry(id);
    }
  }

  @Command(name = "cancel", description = "Cancels a task; tasks that depend on it can start.")
  static final class Cancel extends StatusChangeCommand {
    Cancel(Context context) {
      super(context);
    }

    @Override
    CompletableFuture<Outcome<Task>> change(Tasks tasks, long id) {
      return tasks.cancel(id);
    }
  }

  @Command(mixinStandardHelpOptions = true)
  private abstract static class StatusChangeCommand implements Callable<Integer> {
    private final Context context;

    @Parameters(arity = "1..*", paramLabel = "ID")
    private List<Long> ids;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    StatusChangeCommand(Context context) {
      this.context = context;
    }

    abstract CompletableFuture<Outcome<Task>> change(Tasks tasks, long id);

    @Override
    public Integer call() throws InterruptedException {
      for (long id : ids) {
        Task task = context.awaitValue(change(context.services().tasks(), id));
        TaskPrinter.changed(context, task, json);
      }
      return 0;
    }
  }
}
