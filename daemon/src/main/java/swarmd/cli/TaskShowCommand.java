package swarmd.cli;

import static swarmd.cli.Table.cell;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import swarmd.api.TaskJson;
import swarmd.cli.Terminal.Colour;
import swarmd.swarm.Lease;
import swarmd.swarm.Task;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.Tasks.TaskHistory;
import swarmd.text.HumanDuration;
import swarmd.text.QuotedText;

@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = "Shows a task and its history.")
final class TaskShowCommand implements Callable<Integer> {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  private final Context context;

  @Parameters(paramLabel = "ID")
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
            .orElseThrow(() -> CommandFailed.because(noSuchTask(id)));
    if (json) {
      context.printJson(TaskJson.history(found));
    } else {
      print(found.task());
      printHistory(found);
    }
    return 0;
  }

  static String noSuchTask(long id) {
    return "there is no task " + id + "; see: swarm task list -a";
  }

  private void print(Task task) {
    Terminal terminal = context.terminal();
    TaskPrinter.changed(context, task, false);
    line("project", task.swarm().project());
    line("swarm", task.swarm().name());
    line("priority", task.priority() + ", wave " + task.wave());
    line("attempts", task.attempts() + " of " + task.maxAttempts());
    task.agent().ifPresent(agent -> line("agent", agent));
    task.session().ifPresent(session -> line("session", session));
    task.lease().ifPresent(lease -> line("lease", describe(lease)));
    if (!task.dependsOn().isEmpty()) {
      line("depends on", task.dependsOn().toString());
    }
    if (!task.files().isEmpty()) {
      line("files", String.join(", ", task.files()));
    }
    task.result().ifPresent(result -> line("result", result));
    task.error().ifPresent(error -> line("error", error));
    task.description().ifPresent(text -> terminal.println("\n" + QuotedText.lines(text)));
  }

  private String describe(Lease lease) {
    return HumanDuration.of(lease.expiresAt() - context.now()) + " left, fence " + lease.fence();
  }

  private void line(String name, String value) {
    Terminal terminal = context.terminal();
    terminal.println(
        "  " + terminal.paint(Colour.DIM, "%-11s".formatted(name)) + cell(value).text());
  }

  private void printHistory(TaskHistory found) {
    context.terminal().println("");
    Table table = new Table(context.terminal(), "WHEN", "WHAT", "AGENT", "FENCE", "NOTE");
    for (TaskEvent event : found.history()) {
      table.row(
          cell(TIME.format(Instant.ofEpochMilli(event.at()).atZone(ZoneId.systemDefault()))),
          cell(event.kind().label(), Colour.BOLD),
          cell(event.agent().orElse("-")),
          cell(event.fence().map(String::valueOf).orElse("-")),
          cell(event.note().orElse("")));
    }
    table.print();
  }
}
