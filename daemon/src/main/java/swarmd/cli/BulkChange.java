package swarmd.cli;

import java.util.List;
import swarmd.api.TaskJson;
import swarmd.swarm.BulkStep;
import swarmd.swarm.Task;

/** Lets all tasks of a selection take a step, and prints them. */
final class BulkChange {
  private BulkChange() {}

  static void run(
      Context context,
      String project,
      List<String> where,
      BulkStep step,
      boolean dryRun,
      boolean json)
      throws InterruptedException {
    List<Task> tasks =
        context.awaitValue(
            context
                .services()
                .tasks()
                .takeAll(TaskSelection.filter(project, where), step, dryRun, context.actor()));
    if (json) {
      context.printJson(TaskJson.tasks(tasks));
      return;
    }
    if (!tasks.isEmpty()) {
      TaskPrinter.table(context, tasks);
    }
    context
        .terminal()
        .println(
            "%d %s %s"
                .formatted(
                    tasks.size(),
                    tasks.size() == 1 ? "task" : "tasks",
                    dryRun ? "would change; leave out --dry-run to do it" : "changed"));
  }
}
