package swarmd.cli;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import swarmd.accounts.AccountPause;
import swarmd.accounts.Accounts;
import swarmd.api.StatusJson;
import swarmd.api.TaskJson;
import swarmd.common.Outcome;
import swarmd.swarm.Actor;
import swarmd.swarm.SwarmId;
import swarmd.swarm.SwarmSummary;

/** Commands that stop and start handing out tasks. */
final class PauseCommands {
  private PauseCommands() {}

  @Command(
      name = "pause",
      description = {
        "Stops handing out the tasks of a swarm, or those with a tag. Agents keep the tasks they"
            + " hold; claims wait, and sessions in swarm mode may stop."
      },
      footer = {
        "",
        "Example:  swarm pause checkout",
        "          swarm pause --tag deploy   (all other tasks go on)"
      })
  static final class Pause extends SwarmChangeCommand {
    Pause(Context context) {
      super(context);
    }

    @Override
    CompletableFuture<Outcome<SwarmSummary>> change(String project, String swarm, Actor actor) {
      return context.services().tasks().pause(project, swarm, actor);
    }

    @Override
    CompletableFuture<Outcome<SwarmSummary>> changeTag(
        String project, String swarm, String tag, Actor actor) {
      return context.services().tasks().pauseTag(project, swarm, tag, actor);
    }
  }

  @Command(
      name = "resume",
      description = {
        "Hands out the tasks of a paused swarm again, or those with a paused tag; or gives tasks to"
            + " the sessions of an account again that its host has reported to be at a limit."
      },
      footer = {
        "",
        "Examples:",
        "  swarm resume checkout",
        "  swarm resume --tag deploy",
        "  swarm resume --account claude",
        "swarm status shows the accounts that are paused."
      })
  static final class Resume extends SwarmChangeCommand {
    @Option(
        names = "--account",
        paramLabel = "NAME",
        description = "Resume this account instead of a swarm; for a person.")
    private Optional<String> account = Optional.empty();

    Resume(Context context) {
      super(context);
    }

    @Override
    public Integer call() throws InterruptedException {
      if (account.isEmpty()) {
        return super.call();
      }
      refuseSwarm("--account resumes an account; leave out the swarm and its tags");
      context.requirePerson(Accounts.RESUMING);
      AccountPause ended = context.awaitValue(context.services().accounts().resume(account.get()));
      if (json) {
        context.printJson(StatusJson.account(ended));
      } else {
        context.terminal().println("account %s goes on".formatted(ended.account()));
      }
      return 0;
    }

    @Override
    CompletableFuture<Outcome<SwarmSummary>> change(String project, String swarm, Actor actor) {
      return context.services().tasks().resume(project, swarm, actor);
    }

    @Override
    CompletableFuture<Outcome<SwarmSummary>> changeTag(
        String project, String swarm, String tag, Actor actor) {
      return context.services().tasks().resumeTag(project, swarm, tag, actor);
    }
  }

  private abstract static class SwarmChangeCommand extends ProjectCommand
      implements Callable<Integer> {
    @Parameters(
        arity = "0..1",
        paramLabel = "SWARM",
        description = "The swarm (default: " + SwarmId.DEFAULT_NAME + ").")
    private Optional<String> swarm = Optional.empty();

    @Option(
        names = {"--tag", "--tags"},
        split = ",",
        paramLabel = "TAG",
        description = "Only tasks with this tag.")
    private List<String> tags = List.of();

    SwarmChangeCommand(Context context) {
      super(context);
    }

    final void refuseSwarm(String problem) {
      if (swarm.isPresent() || !tags.isEmpty()) {
        throw CommandFailed.usage(problem);
      }
    }

    abstract CompletableFuture<Outcome<SwarmSummary>> change(
        String project, String swarm, Actor actor);

    abstract CompletableFuture<Outcome<SwarmSummary>> changeTag(
        String project, String swarm, String tag, Actor actor);

    @Override
    void run(String project) throws InterruptedException {
      SwarmSummary changed = changed(project, swarm.orElse(SwarmId.DEFAULT_NAME));
      if (json) {
        context.printJson(TaskJson.summary(changed));
      } else {
        context
            .terminal()
            .println("swarm '%s' %s".formatted(changed.id().name(), describe(changed)));
      }
    }

    private SwarmSummary changed(String project, String name) throws InterruptedException {
      Actor actor = context.actor();
      if (tags.isEmpty()) {
        return context.awaitValue(change(project, name, actor));
      }
      Optional<SwarmSummary> last = Optional.empty();
      for (String tag : tags) {
        last = Optional.of(context.awaitValue(changeTag(project, name, tag, actor)));
      }
      return last.orElseThrow();
    }

    private static String describe(SwarmSummary swarm) {
      if (swarm.paused()) {
        return "is paused";
      }
      String paused =
          swarm.limits().pausedTags().stream().sorted().collect(Collectors.joining(", "));
      return "goes on" + (paused.isEmpty() ? "" : "; paused tags: " + paused);
    }
  }
}
