package swarmd.cli;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import swarmd.common.Outcome;
import swarmd.swarm.Actor;
import swarmd.swarm.Completion;
import swarmd.swarm.Holding;
import swarmd.swarm.Task;
import swarmd.swarm.TaskEvent.Kind;
import swarmd.swarm.TaskText;
import swarmd.swarm.Tasks;

/** Commands for the agent that holds a task. */
final class LeaseCommands {
  private LeaseCommands() {}

  @Command(
      name = "renew",
      description = "Extends the lease of a task.",
      footer = {"", "Example:  swarm task renew 3"})
  static final class Renew extends LeaseCommand {
    Renew(Context context) {
      super(context, Optional.empty());
    }

    @Override
    CompletableFuture<Outcome<Task>> step(Tasks tasks, long id, String token) {
      return tasks.renew(id, token);
    }
  }

  @Command(
      name = "release",
      description = "Releases a task, so that others can claim it.",
      footer = {
        "",
        "Example:  swarm task release 3 --note \"needs somebody who knows SQL\"",
        "As the person, take it from whoever holds it:  swarm task release 3 --force"
      })
  static final class Release extends LeaseCommand {
    @Option(names = "--note", paramLabel = "TEXT", description = "A note for the next agent.")
    private Optional<String> note = Optional.empty();

    @Option(
        names = "--force",
        description = "Take it from its holder, who hears of it; only a person can do that.")
    private boolean force;

    Release(Context context) {
      super(context, Optional.of(Kind.RELEASED));
    }

    @Override
    CompletableFuture<Outcome<Task>> step(Tasks tasks, long id, String token) {
      return tasks.release(id, token, note);
    }

    @Override
    Optional<Taking> taking() {
      return force
          ? Optional.of((tasks, id, actor) -> tasks.takeBack(id, note, actor))
          : Optional.empty();
    }
  }

  @Command(
      name = "complete",
      aliases = "done",
      description = {
        "Marks a task as done.",
        "If the task or its swarm names checks, the daemon runs them first, and refuses if one"
            + " fails."
      },
      footer = {
        "",
        "Example:  swarm task done 3 --result \"in src/parse\"",
        "If the command is cut off, the checks go on; the same command again joins them."
      })
  static final class Complete extends LeaseCommand {
    @Option(names = "--result", paramLabel = "TEXT", description = "The result.")
    private Optional<String> result = Optional.empty();

    Complete(Context context) {
      super(context, Optional.of(Kind.COMPLETED));
    }

    @Override
    CompletableFuture<Outcome<Task>> step(Tasks tasks, long id, String token) {
      throw new UnsupportedOperationException("it may take long");
    }

    /** Needs no thread while checks run. */
    @Override
    PendingExit take(Context context, Tasks tasks, long id, String token, boolean json) {
      PendingExit exit = context.liveCommands().begin();
      CheckProgress progress = new CheckProgress(context.terminal(), context.services().time());
      exit.onEnd(progress::close);
      CompletableFuture<Outcome<Task>> done =
          context
              .services()
              .completions()
              .complete(
                  new Completion(
                      id,
                      token,
                      result,
                      Optional.of(Path.of(context.invocation().directory())),
                      progress::show));
      exit.onEnd(() -> done.cancel(false)); // the checks go on
      exit.follow(
          done.thenApplyAsync(
              outcome -> {
                progress.close();
                if (outcome instanceof Outcome.Refused<Task> refused) {
                  refused.output().ifPresent(text -> print(context.terminal(), text));
                }
                Task task = Context.value(outcome);
                TaskPrinter.changed(context, task, json);
                if (task.waitsToLand()) {
                  context.terminal().note("it waits to land: swarm task land " + id);
                }
                return 0;
              },
              context.threads()));
      return exit;
    }

    private static void print(Terminal terminal, String output) {
      terminal.note(output.endsWith("\n") ? output.substring(0, output.length() - 1) : output);
    }
  }

  @Command(
      name = "fail",
      description = "Marks a task as failed.",
      footer = {"", "Example:  swarm task fail 3 --error \"the build is broken\""})
  static final class Fail extends LeaseCommand {
    @Option(names = "--error", paramLabel = "TEXT", description = "The reason.")
    private Optional<String> error = Optional.empty();

    Fail(Context context) {
      super(context, Optional.of(Kind.FAILED));
    }

    @Override
    CompletableFuture<Outcome<Task>> step(Tasks tasks, long id, String token) {
      return tasks.fail(id, token, error);
    }
  }

  @Command(mixinStandardHelpOptions = true)
  private abstract static class LeaseCommand implements Callable<PendingExit> {
    private final Context context;
    private final Optional<Kind> lastStep;

    @Parameters(paramLabel = "ID", description = "The task.")
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

    /**
     * @param lastStep what the command does to the lease, if it ends it
     */
    LeaseCommand(Context context, Optional<Kind> lastStep) {
      this.context = context;
      this.lastStep = lastStep;
    }

    abstract CompletableFuture<Outcome<Task>> step(Tasks tasks, long id, String token);

    /** A step without the lease. */
    interface Taking {
      CompletableFuture<Outcome<Task>> step(Tasks tasks, long id, Actor actor);
    }

    /** A request to take the task from its holder, if the user makes one. */
    Optional<Taking> taking() {
      return Optional.empty();
    }

    @Override
    public PendingExit call() throws InterruptedException {
      Tasks tasks = context.services().tasks();
      if (taking().isPresent()) {
        return changed(context.awaitValue(taking().get().step(tasks, id, context.actor())));
      }
      return token.isPresent()
          ? take(context, tasks, id, token.get(), json)
          : takeWithOwnToken(tasks);
    }

    private PendingExit changed(Task task) {
      TaskPrinter.changed(context, task, json);
      return PendingExit.now(0);
    }

    /** Takes the step and prints the task. */
    PendingExit take(Context user, Tasks tasks, long task, String leaseToken, boolean asJson)
        throws InterruptedException {
      return changed(user.awaitValue(step(tasks, task, leaseToken)));
    }

    /** Repeating the step that ended the agent's lease changes nothing. */
    private PendingExit takeWithOwnToken(Tasks tasks) throws InterruptedException {
      Tasks.TaskHistory found =
          context
              .await(tasks.show(id))
              .orElseThrow(() -> CommandFailed.because(TaskText.noSuchTask(id)));
      String me = context.agent(agent);
      Holding holding =
          Holding.of(found, new Holding.Agent(me, context.caller()::speaksFor), lastStep);
      if (holding instanceof Holding.Held held) {
        return take(context, tasks, id, held.token(), json);
      }
      if (holding instanceof Holding.Repeated repeated) {
        return changed(repeated.task());
      }
      throw CommandFailed.conflict(notHeld(found.task(), me));
    }

    private static String notHeld(Task task, String me) {
      return switch (task.status()) {
        case CLAIMED ->
            "task %d is held by %s, not by you; if it is yours, give %s"
                .formatted(
                    task.id(),
                    holder(task, me),
                    task.agent().equals(Optional.of(me)) ? "--token" : "--token or --agent");
        case PENDING, BLOCKED ->
            "task %d is %s; claim it first: swarm task claim %1$d"
                .formatted(task.id(), task.status().label());
        case DONE, FAILED, CANCELLED ->
            "task %d %s %s; nobody holds it"
                .formatted(task.id(), task.status().verb(), task.status().label());
      };
    }

    private static String holder(Task task, String me) {
      String agent = TaskText.agent(task).orElse("another agent");
      return agent.equals(me) ? me + " of session " + task.session().orElse("-") : agent;
    }
  }
}
