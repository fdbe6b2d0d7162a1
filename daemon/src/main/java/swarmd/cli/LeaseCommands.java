package swarmd.cli;

import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import swarmd.common.Outcome;
import swarmd.swarm.Lease;
import swarmd.swarm.Task;
import swarmd.swarm.Tasks;

/** Commands for the agent that holds a task. */
final class LeaseCommands {
  private LeaseCommands() {}

  @Command(name = "renew", description = "Extends the lease of a task.")
  static final class Renew extends LeaseCommand {
    Renew(Context context) {
      super(context);
    }

    @Override
    CompletableFuture<Outcome<Task>> step(Tasks tasks, long id, String token) {
      return tasks.renew(id, token);
    }
  }

  @Command(name = "release", description = "Releases a task, so that others can claim it.")
  static final class Release extends LeaseCommand {
    @Option(names = "--note", paramLabel = "TEXT", description = "A note for the next agent.")
    private Optional<String> note = Optional.empty();

    Release(Context context) {
      super(context);
    }

    @Override
    CompletableFuture<Outcome<Task>> step(Tasks tasks, long id, String token) {
      return tasks.release(id, token, note);
    }
  }

  @Command(name = "complete", aliases = "done", description = "Marks a task as done.")
  static final class Complete extends LeaseCommand {
    @Option(names = "--result", paramLabel = "TEXT", description = "The result.")
    private Optional<String> result = Optional.empty();

    Complete(Context context) {
      super(context);
    }

    @Override
    CompletableFuture<Outcome<Task>> step(Tasks tasks, long id, String token) {
      return tasks.complete(id, token, result);
    }
  }

  @Command(name = "fail", description = "Marks a task as failed.")
  static final class Fail extends LeaseCommand {
    @Option(names = "--error", paramLabel = "TEXT", description = "The reason.")
    private Optional<String> error = Optional.empty();

    Fail(Context context) {
      super(context);
    }

    @Override
    CompletableFuture<Outcome<Task>> step(Tasks tasks, long id, String token) {
      return tasks.fail(id, token, error);
    }
  }

  @Command(mixinStandardHelpOptions = true)
  private abstract static class LeaseCommand implements Callable<Integer> {
    private final Context context;

    @Parameters(paramLabel = "ID")
    private long id;

    @Option(
        names = "--token",
        paramLabel = "TOKEN",
        description = "The token from the claim; not needed by the agent that holds the task.")
    private Optional<String> token = Optional.empty();

    @Option(names = "--agent", paramLabel = "NAME", description = "Your name (SWARM_AGENT).")
    private Optional<String> agent = Optional.empty();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    LeaseCommand(Context context) {
      this.context = context;
    }

    abstract CompletableFuture<Outcome<Task>> step(Tasks tasks, long id, String token);

    @Override
    public Integer call() throws InterruptedException {
      Tasks tasks = context.services().tasks();
      String leaseToken = token.isPresent() ? token.get() : ownToken(tasks);
      TaskPrinter.changed(context, context.awaitValue(step(tasks, id, leaseToken)), json);
      return 0;
    }

    private String ownToken(Tasks tasks) throws InterruptedException {
      Task task =
          context
              .await(tasks.show(id))
              .map(Tasks.TaskHistory::task)
              .orElseThrow(() -> CommandFailed.usage(TaskShowCommand.noSuchTask(id)));
      String me = context.agent(agent);
      boolean mine = task.agent().equals(Optional.of(me)) && !belongsToAnotherSession(task);
      return task.lease()
          .filter(lease -> mine)
          .map(Lease::token)
          .orElseThrow(() -> CommandFailed.usage(notHeld(task, me)));
    }

    private static String notHeld(Task task, String me) {
      return switch (task.status()) {
        case CLAIMED ->
            "task %d is held by %s, not by you; if it is yours, give --token or --agent"
                .formatted(task.id(), holder(task, me));
        case PENDING, BLOCKED ->
            "task %d is %s; claim it first: swarm task claim %1$d"
                .formatted(task.id(), task.status().label());
        case DONE, FAILED, CANCELLED ->
            "task %d is %s; nobody holds it".formatted(task.id(), task.status().label());
      };
    }

    private static String holder(Task task, String me) {
      String agent = task.agent().orElse("another agent");
      return agent.equals(me) ? me + " of session " + task.session().orElse("-") : agent;
    }

    /** Agents of different sessions may have the same name. */
    private boolean belongsToAnotherSession(Task task) {
      Optional<String> mine = context.session(Optional.empty());
      return mine.isPresent() && task.session().isPresent() && !mine.equals(task.session());
    }
  }
}
