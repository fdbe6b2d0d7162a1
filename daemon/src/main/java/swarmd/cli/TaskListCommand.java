package swarmd.cli;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import swarmd.api.TaskJson;
import swarmd.swarm.Task;
import swarmd.swarm.TaskQueries.Order;
import swarmd.swarm.TaskQueries.TaskFilter;
import swarmd.swarm.TaskSpec;
import swarmd.swarm.TaskStatus;

@Command(
    name = "list",
    aliases = "ls",
    mixinStandardHelpOptions = true,
    description = "Lists the tasks of the project you are in.",
    footer = {
      "",
      "Example:  swarm task list --status pending,blocked --search parser --sort priority"
    })
final class TaskListCommand implements Callable<Integer> {
  private final Context context;

  @Option(
      names = "--status",
      split = ",",
      paramLabel = "STATUS",
      description = "List only pending, blocked, claimed, done, failed or cancelled tasks.")
  private Set<TaskStatus> statuses = Set.of();

  @Option(
      names = "--agent",
      paramLabel = "NAME",
      description = "List only tasks that this agent holds or finished.")
  private Optional<String> agent = Optional.empty();

  @Option(names = "--swarm", paramLabel = "NAME", description = "List only this swarm.")
  private Optional<String> swarm = Optional.empty();

  @Option(
      names = {"--tags", "--tag"},
      split = ",",
      paramLabel = "TAG",
      description = "List only tasks that have all these tags.")
  private List<String> tags = List.of();

  @Option(names = "--wave", paramLabel = "N", description = "List only this wave.")
  private Optional<Long> wave = Optional.empty();

  @Option(
      names = "--search",
      paramLabel = "TEXT",
      description = "List only tasks with this text in their title or description.")
  private Optional<String> search = Optional.empty();

  @Option(
      names = "--sort",
      paramLabel = "KEY",
      defaultValue = "id",
      description = "Sort by id, priority, wave, status, agent, title or finished (id).")
  private Order order = Order.ID;

  @Option(
      names = {"-r", "--reverse"},
      description = "List the last ones first.")
  private boolean reverse;

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
    int atMost = TaskFilter.LIMIT.checkInt(limit);
    List<Task> tasks = list(projectFilter, after, atMost);
    if (json) {
      context.printJson(TaskJson.tasks(tasks));
      return 0;
    }
    if (tasks.isEmpty()) {
      context
          .terminal()
          .note(
              "no matching tasks" + projectFilter.map(directory -> " in " + directory).orElse(""));
      return 0;
    }
    TaskPrinter.table(context, tasks, all);
    context.noteOutdated();
    if (order == Order.ID && !reverse) {
      noteIfMore(projectFilter, tasks.get(tasks.size() - 1).id());
    } else if (tasks.size() == atMost) {
      context.terminal().note("these are the first " + atMost + "; for more, use --limit");
    }
    return 0;
  }

  private List<Task> list(Optional<String> projectFilter, long from, int atMost)
      throws InterruptedException {
    return context.await(
        context
            .services()
            .tasks()
            .list(
                new TaskFilter(
                    projectFilter,
                    swarm,
                    statuses,
                    agent,
                    tags,
                    wave.map(TaskSpec.WAVE::checkInt),
                    search,
                    order,
                    reverse,
                    from,
                    atMost)));
  }

  /** A list of long tasks may end before its limit, so its size does not tell. */
  private void noteIfMore(Optional<String> projectFilter, long last) throws InterruptedException {
    if (!list(projectFilter, last, 1).isEmpty()) {
      context.terminal().note("there are more; continue with --after " + last);
    }
  }
}
