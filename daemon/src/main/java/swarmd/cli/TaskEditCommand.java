package swarmd.cli;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import swarmd.common.InvalidValue;
import swarmd.swarm.NewTask;
import swarmd.swarm.Task;
import swarmd.swarm.TaskChange;
import swarmd.swarm.TaskSpec;

@Command(
    name = "edit",
    mixinStandardHelpOptions = true,
    description = "Changes a task; whatever you do not name stays as it is.",
    footer = {
      "",
      "Lists replace the present ones, and an empty text removes them:  --files \"\"",
      "Example:  swarm task edit 3 --priority -1 --files \"src/parse/**\" --depends-on 1,2",
      "While a task is claimed, its wave and dependencies stay; once it is done or cancelled,",
      "only its title, description and tags can change."
    })
final class TaskEditCommand implements Callable<Integer> {
  private final Context context;

  @Parameters(paramLabel = "ID", description = "The task.")
  private long id;

  @Option(names = "--title", paramLabel = "TEXT", description = "The title.")
  private Optional<String> title = Optional.empty();

  @Option(names = "--description", paramLabel = "TEXT", description = "What to do, in detail.")
  private Optional<String> description = Optional.empty();

  @Option(names = "--priority", paramLabel = "N", description = "The priority; lower goes first.")
  private Optional<Long> priority = Optional.empty();

  @Option(names = "--wave", paramLabel = "N", description = "Start once lower waves are done.")
  private Optional<Long> wave = Optional.empty();

  @Option(
      names = {"--depends-on", "--depends"},
      paramLabel = "ID,...",
      description = "Wait for these tasks.")
  private Optional<String> dependsOn = Optional.empty();

  @Option(
      names = "--files",
      paramLabel = "GLOB,...",
      description = "The files the task owns; its holder owns them at once.")
  private Optional<String> files = Optional.empty();

  @Option(
      names = {"--tags", "--tag"},
      paramLabel = "TAG,...",
      description = "What kind of work it is.")
  private Optional<String> tags = Optional.empty();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  TaskEditCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    TaskChange change =
        new TaskChange(
            title,
            description,
            priority.map(TaskSpec.PRIORITY::checkInt),
            wave.map(TaskSpec.WAVE::checkInt),
            dependsOn.map(text -> list(text).stream().map(TaskEditCommand::taskId).toList()),
            files.map(TaskEditCommand::list),
            tags.map(TaskEditCommand::list));
    Task task = context.awaitValue(context.services().tasks().edit(id, change, context.actor()));
    TaskPrinter.changed(context, task, json);
    return 0;
  }

  private static List<String> list(String text) {
    return Stream.of(text.split(",")).map(String::strip).filter(item -> !item.isEmpty()).toList();
  }

  private static long taskId(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new InvalidValue(
          NewTask.DEPENDENCIES.field(), "takes task ids (numbers), not '" + text + "'");
    }
  }
}
