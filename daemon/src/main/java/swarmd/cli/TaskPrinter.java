package swarmd.cli;

import static swarmd.cli.Table.cell;
import static swarmd.cli.Table.number;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.api.TaskJson;
import swarmd.cli.Terminal.Colour;
import swarmd.swarm.ClaimLimits;
import swarmd.swarm.Task;
import swarmd.swarm.TaskStatus;
import swarmd.swarm.TaskText;
import swarmd.text.HumanDuration;

/** Prints tasks as text. */
final class TaskPrinter {
  private static final Map<TaskStatus, Colour> COLOURS =
      Map.of(
          TaskStatus.PENDING, Colour.BLUE,
          TaskStatus.BLOCKED, Colour.YELLOW,
          TaskStatus.CLAIMED, Colour.BOLD,
          TaskStatus.DONE, Colour.GREEN,
          TaskStatus.FAILED, Colour.RED,
          TaskStatus.CANCELLED, Colour.DIM);

  private TaskPrinter() {}

  /** Tasks of one project. */
  static void table(Context context, Collection<Task> tasks) {
    table(context, tasks, false);
  }

  /**
   * The title comes last, because the edge of the terminal cuts the end of a line.
   *
   * @param projects whether to show the project of each task
   */
  static void table(Context context, Collection<Task> tasks, boolean projects) {
    Terminal terminal = context.terminal();
    long now = context.now();
    List<String> titles = new ArrayList<>(List.of("ID", "STATUS", "PRIORITY", "WAVE"));
    titles.addAll(projects ? List.of("PROJECT", "SWARM") : List.of("SWARM"));
    titles.addAll(List.of("AGENT", "TITLE"));
    Table table = new Table(terminal, titles.toArray(String[]::new));
    for (Task task : tasks) {
      List<Table.Cell> cells = new ArrayList<>();
      cells.add(number(task.id()));
      cells.add(status(task, now));
      cells.add(number(task.priority()));
      cells.add(number(task.wave()));
      if (projects) {
        cells.add(cell(task.swarm().project()));
      }
      cells.add(cell(task.swarm().name()));
      cells.add(cell(TaskText.agent(task).orElse("-")));
      cells.add(cell(task.title()));
      table.row(cells.toArray(Table.Cell[]::new));
    }
    table.print();
  }

  /** A pending task that waits for its time shows how long. */
  static Table.Cell status(Task task, long now) {
    String wait =
        task.status() == TaskStatus.PENDING && task.notBefore() > now
            ? " (%s)".formatted(HumanDuration.of(task.notBefore() - now))
            : "";
    return cell(task.status().label() + wait, COLOURS.get(task.status()));
  }

  /** "at most 4 claimed at a time, 1 with the tag 'deploy'". */
  static String describe(ClaimLimits limits) {
    if (limits.all().isEmpty() && limits.byTag().isEmpty()) {
      return "any number of tasks can be claimed";
    }
    return Stream.concat(
            limits.all().map(String::valueOf).stream(),
            new TreeMap<>(limits.byTag())
                .entrySet().stream()
                    .map(entry -> entry.getValue() + " with the tag '" + entry.getKey() + "'"))
        .collect(Collectors.joining(", ", "at most ", " claimed at a time"));
  }

  /** Prints a task that has changed, in one line or as JSON. */
  static void changed(Context context, Task task, boolean json) {
    if (json) {
      context.printJson(TaskJson.task(task));
    } else {
      Terminal terminal = context.terminal();
      String status = terminal.paint(COLOURS.get(task.status()), task.status().label());
      terminal.println(
          "task %d %s %s: %s"
              .formatted(task.id(), task.status().verb(), status, cell(task.title()).text()));
    }
  }
}
