package swarmd.cli;

import static swarmd.cli.Table.cell;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import swarmd.api.TaskJson;
import swarmd.cli.Terminal.Colour;
import swarmd.swarm.HandoffText;
import swarmd.swarm.Lease;
import swarmd.swarm.Task;
import swarmd.swarm.TaskBranch;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskStatus;
import swarmd.swarm.TaskText;
import swarmd.swarm.Tasks.TaskHistory;
import swarmd.text.HumanDuration;
import swarmd.text.QuotedText;
import swarmd.worktrees.Worktree;

@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = "Shows a task, what it waits for, and its history.",
    footer = {"", "Example:  swarm task show 3"})
final class TaskShowCommand implements Callable<Integer> {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  private final Context context;

  @Parameters(paramLabel = "ID", description = "The task.")
  private long id;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  TaskShowCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    TaskHistory found =
        context
            .await(context.services().tasks().show(id))
            .orElseThrow(() -> CommandFailed.because(TaskText.noSuchTask(id)));
    if (json) {
      context.printJson(
          TaskJson.history(found, context.services().worktrees().of(id).map(Worktree::folder)));
    } else {
      print(found);
      printHistory(found);
      context.noteOutdated();
    }
    return 0;
  }

  private void print(TaskHistory found) {
    Task task = found.task();
    Terminal terminal = context.terminal();
    TaskPrinter.changed(context, task, false);
    TaskText.reasons(found.waitsFor())
        .forEach(
            reason -> line(task.status() == TaskStatus.BLOCKED ? "blocked" : "waiting", reason));
    task.key().ifPresent(key -> line("key", key));
    line("project", task.swarm().project());
    line("swarm", task.swarm().name());
    line("priority", task.priority() + ", wave " + task.wave());
    line("attempts", task.attempts() + " of " + task.maxAttempts() + retry(task));
    if (task.status() == TaskStatus.CANCELLED) {
      cancellation(found).flatMap(TaskText::by).ifPresent(who -> line("cancelled", "by " + who));
    } else {
      task.agent().ifPresent(agent -> line("agent", agent));
      task.session().ifPresent(session -> line("session", session));
      task.workstation().ifPresent(name -> line("works on", name));
    }
    task.lease().ifPresent(lease -> line("lease", describe(lease)));
    found
        .work()
        .ifPresent(
            work -> {
              line("edits", String.join(", ", work.files()));
              work.branch().ifPresent(branch -> line("on branch", branch));
            });
    if (!task.dependsOn().isEmpty()) {
      line(
          "depends on",
          task.dependsOn().stream().map(String::valueOf).collect(Collectors.joining(", ")));
    }
    if (!task.files().isEmpty()) {
      line("files", String.join(", ", task.files()));
    }
    if (!task.tags().isEmpty()) {
      line("tags", String.join(", ", task.tags()));
    }
    if (!found.checks().isEmpty()) {
      line("checks", String.join(", ", found.checks()));
    }
    task.branch().ifPresent(branch -> line("branch", describe(branch)));
    context
        .services()
        .worktrees()
        .of(id)
        .ifPresent(
            worktree -> {
              line("worktree", worktree.folder());
              if (task.status().settled() && !task.waitsToLand()) {
                worktree.kept().ifPresent(why -> line("remains", why));
              }
            });
    task.checked().ifPresent(checked -> line("verified", checked.describe()));
    task.result().ifPresent(result -> line("result", result));
    task.error().ifPresent(error -> line("error", error));
    task.description().ifPresent(text -> terminal.println("\n" + QuotedText.lines(text)));
    if (!found.handoffs().isEmpty()) {
      terminal.println("\n" + terminal.paint(Colour.BOLD, "earlier holders"));
      HandoffText.lines(found.handoffs(), context.now()).forEach(terminal::println);
    }
  }

  /** The last one: a cancelled task may have been reopened before. */
  private static Optional<TaskEvent> cancellation(TaskHistory found) {
    return found.history().stream()
        .filter(event -> event.kind() == TaskEvent.Kind.CANCELLED)
        .reduce((earlier, later) -> later);
  }

  private static String retry(Task task) {
    long wait = task.spec().retryWait().toMillis();
    return wait == 0 ? "" : ", by itself after " + HumanDuration.of(wait) + " or more";
  }

  private static String describe(TaskBranch branch) {
    return branch
        .landed()
        .map(commit -> "%s landed in %s as %s".formatted(branch.name(), branch.target(), commit))
        .orElseGet(() -> "%s, which lands in %s".formatted(branch.name(), branch.target()));
  }

  private String describe(Lease lease) {
    return HumanDuration.of(lease.expiresAt() - context.now()) + " left, fence " + lease.fence();
  }

  private void line(String name, String value) {
    Terminal terminal = context.terminal();
    terminal.println(
        "  " + terminal.paint(Colour.DIM, "%-10s ".formatted(name)) + cell(value).text());
  }

  private void printHistory(TaskHistory found) {
    context.terminal().println("");
    Table table = new Table(context.terminal(), "WHEN", "WHAT", "BY", "FENCE", "NOTE");
    for (TaskEvent event : found.history()) {
      table.row(
          cell(TIME.format(Instant.ofEpochMilli(event.at()).atZone(ZoneId.systemDefault()))),
          cell(event.kind().label(), Colour.BOLD),
          cell(TaskText.by(event).orElse("-")),
          cell(event.fence().map(String::valueOf).orElse("-")),
          cell(note(event)));
    }
    table.print();
  }

  /** Names the holder of a task that somebody else changed. */
  private static String note(TaskEvent event) {
    Optional<String> holder =
        event.by().flatMap(by -> event.agent()).map(agent -> "held by " + QuotedText.name(agent));
    return Stream.concat(holder.stream(), event.note().stream()).collect(Collectors.joining("; "));
  }
}
