package swarmd.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import swarmd.api.TaskJson;
import swarmd.common.ErrorCode;
import swarmd.common.InvalidValue;
import swarmd.common.Outcome;
import swarmd.sessions.Project;
import swarmd.swarm.Actor;
import swarmd.swarm.Task;
import swarmd.swarm.TaskBranch;
import swarmd.worktrees.Landings;

@Command(
    name = "land",
    mixinStandardHelpOptions = true,
    description = {
      "Merges the branches of tasks that were done in worktrees.",
      "Runs their checks on the result first. A task whose work does not fit is given back with a"
          + " note. Without tasks, lands all that are done, in their order."
    },
    footer = {
      "",
      "Example:  swarm task land 3",
      "Exit codes: 0 all landed; 3 a task was given back, or waits for another one."
    })
final class TaskLandCommand implements Callable<PendingExit> {
  private final Context context;

  @Parameters(arity = "0..*", paramLabel = "ID", description = "The tasks.")
  private List<String> typed = List.of();

  @Option(names = "--dry-run", description = "Only list the tasks that would land, in their order.")
  private boolean dryRun;

  @Option(names = "--project", paramLabel = "DIR", description = "Use this project.")
  private Optional<String> project = Optional.empty();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  TaskLandCommand(Context context) {
    this.context = context;
  }

  @Override
  public PendingExit call() throws InterruptedException {
    Landings landings = context.services().landings();
    List<Long> ids = typed.stream().map(TaskLandCommand::number).toList();
    Project place = context.foundProject(project);
    List<Task> waiting = context.await(landings.waiting(place.id()));
    if (dryRun) {
      list(waiting, ids);
      return PendingExit.now(0);
    }
    Actor actor = context.actor();
    List<Long> wanted =
        ids.isEmpty() ? waiting.stream().map(Task::id).toList() : inOrder(waiting, ids);
    context.services().worktrees().tidyUp();
    if (wanted.isEmpty()) {
      context.terminal().note("no task waits to land");
    }
    PendingExit exit = context.liveCommands().begin();
    CheckProgress progress = new CheckProgress(context.terminal(), context.services().time());
    exit.onEnd(progress::close);
    exit.follow(
        landAll(wanted, new ArrayList<>(), place, actor, progress)
            .thenApplyAsync(
                results -> {
                  progress.close();
                  if (json) {
                    context.printJson(TaskJson.tasks(landed(results)));
                  }
                  return results.stream().allMatch(Optional::isPresent)
                      ? 0
                      : CommandLineRunner.CONFLICT;
                },
                context.threads()));
    return exit;
  }

  private static long number(String text) {
    try {
      return Task.ID.check(Long.parseLong(text));
    } catch (NumberFormatException e) {
      throw new InvalidValue(Task.ID.field(), "must be a whole number, not '" + text + "'");
    }
  }

  private void list(List<Task> waiting, List<Long> ids) {
    List<Task> shown =
        waiting.stream().filter(task -> ids.isEmpty() || ids.contains(task.id())).toList();
    if (json) {
      context.printJson(TaskJson.tasks(shown));
    } else if (shown.isEmpty()) {
      context.terminal().note("no task waits to land");
    } else {
      TaskPrinter.table(context, shown);
    }
  }

  /** The given tasks, but each after those that it builds on. */
  private static List<Long> inOrder(List<Task> waiting, List<Long> ids) {
    List<Long> ordered =
        new ArrayList<>(waiting.stream().map(Task::id).filter(ids::contains).toList());
    ids.stream().filter(id -> !ordered.contains(id)).distinct().forEach(ordered::add);
    return ordered;
  }

  private static List<Task> landed(List<Optional<Task>> results) {
    return results.stream().flatMap(Optional::stream).toList();
  }

  /** One after the other; what one refuses does not keep the others from landing. */
  private CompletableFuture<List<Optional<Task>>> landAll(
      List<Long> left,
      List<Optional<Task>> results,
      Project place,
      Actor actor,
      CheckProgress progress) {
    if (left.isEmpty()) {
      return CompletableFuture.completedFuture(results);
    }
    return context
        .services()
        .landings()
        .land(new Landings.Request(left.get(0), Optional.of(place), actor, progress::show))
        .thenComposeAsync(
            outcome -> {
              results.add(report(outcome));
              return landAll(left.subList(1, left.size()), results, place, actor, progress);
            },
            context.threads());
  }

  private Optional<Task> report(Outcome<Task> outcome) {
    Terminal terminal = context.terminal();
    if (outcome instanceof Outcome.Refused<Task> refused) {
      if (refused.error() == ErrorCode.NOT_FOUND) {
        throw CommandFailed.of(refused);
      }
      refused.output().map(String::stripTrailing).ifPresent(terminal::note);
      terminal.error(refused.message());
      return Optional.empty();
    }
    Task task = ((Outcome.Ok<Task>) outcome).value();
    if (!json) {
      TaskBranch branch = task.branch().orElseThrow();
      terminal.println(
          "task %d landed in %s as %s: %s"
              .formatted(
                  task.id(),
                  branch.target(),
                  Table.cell(branch.landed().orElse("-").substring(0, 12)).text(),
                  Table.cell(task.title()).text()));
    }
    return Optional.of(task);
  }
}
