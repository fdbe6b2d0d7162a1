package swarmd.cli;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import swarmd.common.InvalidValue;
import swarmd.swarm.BulkStep;
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
      "Many at once:  swarm task edit --where tag=sql --where status=pending --priority 5",
      "Example:  swarm task edit 3 --priority -1 --files \"src/parse/**\" --depends-on 1,2",
      "While a task is claimed, its wave and dependencies stay; once it is done or cancelled,",
      "only its title, description and tags can change."
    })
final class TaskEditCommand implements Callable<Integer> {
  private final Context context;

  @Parameters(arity = "0..1", paramLabel = "ID", description = "The task.")
  private Optional<Long> id = Optional.empty();

  @Mixin private BulkOptions selection;

  @Option(names = "--project", paramLabel = "DIR", description = "Use this project.")
  private Optional<String> project = Optional.empty();

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

  @Option(
      names = {"--checks", "--check"},
      paramLabel = "CHECK,...",
      description = "Checks that must pass before it is done; for a person or its creator.")
  private Optional<String> checks = Optional.empty();

  @Option(
      names = "--not-before",
      paramLabel = "TIME",
      description = "When it can be claimed: 2h, 18:30, 2026-11-18T09:00, now.")
  private Optional<String> notBefore = Optional.empty();

  @Option(
      names = "--retry",
      paramLabel = "DURATION",
      description = "After a failed attempt, try again this much later; 0s for never.")
  private Optional<String> retryWait = Optional.empty();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  TaskEditCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    boolean selected = selection.areGiven(id.isPresent(), "the task");
    TaskChange change =
        new TaskChange(
            title,
            description,
            priority.map(TaskSpec.PRIORITY::checkInt),
            wave.map(TaskSpec.WAVE::checkInt),
            dependsOn.map(text -> list(text).stream().map(TaskEditCommand::taskId).toList()),
            files.map(TaskEditCommand::list),
            tags.map(TaskEditCommand::list),
            checks.map(TaskEditCommand::list),
            notBefore.map(
                text -> TimeText.moment(text, TaskSpec.NOT_BEFORE.field(), context.now())),
            retryWait.map(text -> TimeText.duration(text, TaskSpec.RETRY_WAIT.field())));
    if (selected) {
      selection.run(context, context.project(project), new BulkStep.Edit(change), json);
      return 0;
    }
    Task task =
        context.awaitValue(context.services().tasks().edit(id.get(), change, context.actor()));
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
