package swarmd.cli;

import java.util.List;
import picocli.CommandLine.Option;
import swarmd.swarm.BulkStep;

/** The options of a command that can change all tasks of a selection instead of named ones. */
final class BulkOptions {
  @Option(names = "--where", paramLabel = "NAME=VALUE", description = TaskSelection.DESCRIPTION)
  private List<String> where = List.of();

  @Option(names = "--dry-run", description = "Only list the tasks of --where.")
  private boolean dryRun;

  /**
   * Whether a selection is given; fails unless there is either that or a task.
   *
   * @param named whether tasks are given
   * @param what what is missing if they are not: "the tasks"
   */
  boolean areGiven(boolean named, String what) {
    if (named != where.isEmpty()) {
      throw CommandFailed.usage(
          where.isEmpty()
              ? "ID is missing; give %s, or select tasks with --where".formatted(what)
              : "give either %s or --where, not both".formatted(what));
    }
    if (dryRun && where.isEmpty()) {
      throw CommandFailed.usage("--dry-run needs --where");
    }
    return !where.isEmpty();
  }

  void run(Context context, String project, BulkStep step, boolean json)
      throws InterruptedException {
    BulkChange.run(context, project, where, step, dryRun, json);
  }
}
