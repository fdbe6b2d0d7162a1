package swarmd.cli;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import swarmd.api.TaskJson;
import swarmd.common.Outcome;
import swarmd.swarm.Actor;
import swarmd.swarm.SwarmId;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.Tasks;

/** Commands that stop and start handing out the tasks of a swarm. */
final class PauseCommands {
  private PauseCommands() {}

  @Command(
      name = "pause",
      description = {
        "Stops handing out the tasks of a swarm. Agents keep the tasks they hold; claims wait, and"
            + " sessions in swarm mode may stop."
      },
      footer = {"", "Example:  swarm pause checkout"})
  static final class Pause extends SwarmChangeCommand {
    Pause(Context context) {
      super(context);
    }

    @Override
    CompletableFuture<Outcome<SwarmSummary>> change(
        Tasks tasks, String project, String swarm, Actor actor) {
      return tasks.pause(project, swarm, actor);
    }
  }

  @Command(
      name = "resume",
      description = "Hands out the tasks of a paused swarm again.",
      footer = {"", "Example:  swarm resume checkout"})
  static final class Resume extends SwarmChangeCommand {
    Resume(Context context) {
      super(context);
    }

    @Override
    CompletableFuture<Outcome<SwarmSummary>> change(
        Tasks tasks, String project, String swarm, Actor actor) {
      return tasks.resume(project, swarm, actor);
    }
  }

  private abstract static class SwarmChangeCommand extends ProjectCommand {
    @Parameters(
        arity = "0..1",
        paramLabel = "SWARM",
        description = "The swarm (default: " + SwarmId.DEFAULT_NAME + ").")
    private Optional<String> swarm = Optional.empty();

    SwarmChangeCommand(Context context) {
      super(context);
    }

    abstract CompletableFuture<Outcome<SwarmSummary>> change(
        Tasks tasks, String project, String swarm, Actor actor);

    @Override
    void run(String project) throws InterruptedException {
      SwarmSummary changed =
          context.awaitValue(
              change(
                  context.services().tasks(),
                  project,
                  swarm.orElse(SwarmId.DEFAULT_NAME),
                  context.actor()));
      if (json) {
        context.printJson(TaskJson.summary(changed));
      } else {
        context
            .terminal()
            .println(
                "swarm '%s' %s"
                    .formatted(changed.id().name(), changed.paused() ? "is paused" : "goes on"));
      }
    }
  }
}
