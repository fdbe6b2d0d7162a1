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
      description = "pending, blocked, claimed, done, failed or cancelled.")
  private Optional<TaskStatus> status = Optional.empty();

  @Option(names = "--swarm", paramLabel = "NAME", description = "Only this swarm.")
  private Optional<String> swarm = Optional.empty();

  @Option(
      names = {"-a", "--all"},
      description = "Tasks of all projects.")
  private boolean all;

  @Option(names = "--project", paramLabel = "DIR", description = "Another project.")
  private Optional<String> project = Optional.empty();

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "100",
      description = "At most N tasks, up to 1000 (100).")
  private long limit;

  @Option(
      names = "--after",
      paramLabel = "ID",
      defaultValue = "0",
      description = "Only tasks with a larger id.")
  private long after;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  TaskListCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    Optional<String> only = all ? Optional.empty() : Optional.of(context.project(project));
    List<Task> tasks = list(only, after, TaskFilter.LIMIT.checkInt(limit));
    if (json) {
      context.printJson(TaskJson.tasks(tasks));
    } else if (tasks.isEmpty()) {
      context.terminal().note("no such tasks" + only.map(where -> " in " + where).orElse(""));
    } else {
      TaskPrinter.table(context.terminal(), tasks);
    }
    if (!tasks.isEmpty() && !json) {
      noteIfThereIsMore(only, tasks.get(tasks.size() - 1).id());
    }
    return 0;
  }

  private List<Task> list(Optional<String> only, long from, int atMost)
      throws InterruptedException {
    return context.await(
        context.services().tasks().list(new TaskFilter(only, swarm, status, from, atMost)));
  }

  /** A list of long tasks may end before its limit. */
  private void noteIfThereIsMore(Optional<String> only, long last) throws InterruptedException {
    if (!list(only, last, 1).isEmpty()) {
      context.terminal().note("there is more: --after " + last);
    }
  }
}
