package swarmd.cli;

import static swarmd.cli.Table.cell;
import static swarmd.cli.Table.number;

import java.util.Collection;
import java.util.Map;
import swarmd.api.TaskJson;
import swarmd.cli.Terminal.Colour;
import swarmd.swarm.Task;
import swarmd.swarm.TaskStatus;

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

  static void table(Terminal terminal, Collection<Task> tasks) {
    Table table =
        new Table(terminal, "ID", "STATUS", "PRIORITY", "WAVE", "SWARM", "AGENT", "TITLE");
    for (Task task : tasks) {
      table.row(
          number(task.id()),
          status(task),
          number(task.priority()),
          number(task.wave()),
          cell(task.swarm().name()),
          cell(task.agent().orElse("-")),
          cell(task.title()));
    }
    table.print();
  }

  static Table.Cell status(Task task) {
    return cell(task.status().label(), COLOURS.get(task.status()));
  }

  /** Prints a task that has changed, in one line or as JSON. */
  static void changed(Context context, Task task, boolean json) {
    if (json) {
      context.printJson(TaskJson.task(task));
    } else {
      Terminal terminal = context.terminal();
      String status = terminal.paint(COLOURS.get(task.status()), task.status().label());
      terminal.println("task " + task.id() + " is " + status + ": " + cell(task.title()).text());
    }
  }
}
