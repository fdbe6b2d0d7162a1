package swarmd.cli;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import swarmd.api.TaskJson;
import swarmd.swarm.Task;
import swarmd.swarm.TaskQueries.TaskFilter;
import swarmd.swarm.TaskStatus;

@Command(
    name = "list",
    aliases = "ls",
    mixinStandardHelpOptions = true,
    description = "Lists the tasks of the project you are in.")
final class TaskListCommand implements Callable<Integer> {
  private final Context context;

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "List only pending, blocked, claimed, done, failed or cancelled tasks.")
  private Optional<TaskStatus> status = Optional.empty();

  @Option(names = "--swarm", paramLabel = "NAME", description = "List only this swarm.")
  private Optional<String> swarm = Optional.empty();

  @Option(
      names = {"-a", "--all"},
      description = "List the tasks of all projects.")
  private boolean all;

  @Option(names = "--project", paramLabel = "DIR", description = "Use this project.")
  private Optional<String> project = Optional.empty();

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "100",
      description = "List at most N tasks, up to 1000 (100).")
  private long limit;

  @Option(
      names = "--after",
      paramLabel = "ID",
      defaultValue = "0",
      description = "List only tasks with a larger id.")
  private long after;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  TaskListCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    Optional<String> projectFilter = all ? Optional.empty() : Optional.of(context.project(project));
    List<Task> tasks = list(projectFilter, after, TaskFilter.LIMIT.checkInt(limit));
    if (json) {
      context.printJson(TaskJson.tasks(tasks));
    } else if (tasks.isEmpty()) {
      context
          .terminal()
          .note(
              "no matching tasks" + projectFilter.map(directory -> " in " + directory).orElse(""));
    } else {
      TaskPrinter.table(context.terminal(), tasks);
    }
    if (!tasks.isEmpty() && !json) {
      noteIfMore(projectFilter, tasks.get(tasks.size() - 1).id());
    }
    return 0;
  }

  private List<Task> list(Optional<String> projectFilter, long from, int atMost)
      throws InterruptedException {
    return context.await(
        context
            .services()
            .tasks()
            .list(new TaskFilter(projectFilter, swarm, status, from, atMost)));
  }

  /** A list of long tasks may end before its limit, so its size does not tell. */
  private void noteIfMore(Optional<String> projectFilter, long last) throws InterruptedException {
    if (!list(projectFilter, last, 1).isEmpty()) {
      context.terminal().note("there are more; continue with --after " + last);
    }
  }
}
