package swarmd.cli;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import swarmd.common.InvalidValue;
import swarmd.common.Outcome;
import swarmd.swarm.Actor;
import swarmd.swarm.BulkStep;
import swarmd.swarm.Task;
import swarmd.swarm.Tasks;

/** Commands that change a task without its token. */
final class StatusChangeCommands {
  private StatusChangeCommands() {}

  @Command(
      name = "retry",
      description = "Makes a failed task claimable again.",
      footer = {
        "",
        "Example:  swarm task retry 3",
        "          swarm task retry --where tag=sql --dry-run"
      })
  static final class Retry extends StatusChangeCommand {
    Retry(Context context) {
      super(context);
    }

    @Override
    CompletableFuture<Outcome<Task>> change(Tasks tasks, long id, Actor actor) {
      return tasks.retry(id, actor);
    }

    @Override
    BulkStep step() {
      return new BulkStep.Retry();
    }
  }

  @Command(
      name = "cancel",
      description = "Cancels a task; tasks that depend on it can start.",
      footer = {
        "",
        "Example:  swarm task cancel 3 4",
        "          swarm task cancel --where swarm=old --dry-run"
      })
  static final class Cancel extends StatusChangeCommand {
    Cancel(Context context) {
      super(context);
    }

    @Override
    CompletableFuture<Outcome<Task>> change(Tasks tasks, long id, Actor actor) {
      return tasks.cancel(id, actor);
    }

    @Override
    BulkStep step() {
      return new BulkStep.Cancel();
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

    @Override
    BulkStep step() {
      return new BulkStep.Reopen();
    }
  }

  @Command(mixinStandardHelpOptions = true)
  private abstract static class StatusChangeCommand implements Callable<Integer> {
    private final Context context;

    @Parameters(arity = "0..*", paramLabel = "ID", description = "The tasks.")
    private List<String> ids = List.of();

    @Mixin private BulkOptions selection;

    @Option(names = "--project", paramLabel = "DIR", description = "Use this project.")
    private Optional<String> project = Optional.empty();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    StatusChangeCommand(Context context) {
      this.context = context;
    }

    abstract CompletableFuture<Outcome<Task>> change(Tasks tasks, long id, Actor actor);

    abstract BulkStep step();

    @Override
    public Integer call() throws InterruptedException {
      if (selection.areGiven(!ids.isEmpty(), "the tasks")) {
        selection.run(context, context.project(project), step(), json);
        return 0;
      }
      Actor actor = context.actor();
      for (long id : ids.stream().map(StatusChangeCommand::number).toList()) {
        Task task = context.awaitValue(change(context.services().tasks(), id, actor));
        TaskPrinter.changed(context, task, json);
      }
      return 0;
    }

    private static long number(String text) {
      try {
        return Long.parseLong(text);
      } catch (NumberFormatException e) {
        throw new InvalidValue("id", "must be a whole number, not '" + text + "'");
      }
    }
  }
}
