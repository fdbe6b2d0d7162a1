package swarmd.cli;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import swarmd.common.Outcome;
import swarmd.swarm.Actor;
import swarmd.swarm.Task;
import swarmd.swarm.Tasks;

/** Commands that change a task without its token. */
final class StatusChangeCommands {
  private StatusChangeCommands() {}

  @Command(
      name = "retry",
      description = "Makes a failed task claimable again.",
      footer = {"", "Example:  swarm task retry 3"})
  static final class Retry extends StatusChangeCommand {
    Retry(Context context) {
      super(context);
    }

    @Override
    CompletableFuture<Outcome<Task>> change(Tasks tasks, long id, Actor actor) {
      return tasks.retry(id, actor);
    }
  }

  @Command(
      name = "cancel",
      description = "Cancels a task; tasks that depend on it can start.",
      footer = {"", "Example:  swarm task cancel 3 4"})
  static final class Cancel extends StatusChangeCommand {
    Cancel(Context context) {
      super(context);
    }

    @Override
    CompletableFuture<Outcome<Task>> change(Tasks tasks, long id, Actor actor) {
      return tasks.cancel(id, actor);
    }
  }

  @Command(
      name = "reopen",
      description = "Makes a cancelled task claimable again; tasks that depend on it wait again.",
      footer = {"", "Example:  swarm task reopen 3"})
  static final class Reopen extends StatusChangeCommand {
    Reopen(Context context) {
      super(context);
    }

    @Override
    CompletableFuture<Outcome<Task>> change(Tasks tasks, long id, Actor actor) {
      return tasks.reopen(id, actor);
    }
  }

  @Command(mixinStandardHelpOptions = true)
  private abstract static class StatusChangeCommand implements Callable<Integer> {
    private final Context context;

    @Parameters(arity = "1..*", paramLabel = "ID", description = "The tasks.")
    private List<Long> ids;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    StatusChangeCommand(Context context) {
      this.context = context;
    }

    abstract CompletableFuture<Outcome<Task>> change(Tasks tasks, long id, Actor actor);

    @Override
    public Integer call() throws InterruptedException {
      Actor actor = context.actor();
      for (long id : ids) {
        Task task = context.awaitValue(change(context.services().tasks(), id, actor));
        TaskPrinter.changed(context, task, json);
      }
      return 0;
    }
  }
}
