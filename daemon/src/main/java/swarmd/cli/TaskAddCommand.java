package swarmd.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import swarmd.api.NewTasks;
import swarmd.api.TaskJson;
import swarmd.sessions.Project;
import swarmd.swarm.NewTask;
import swarmd.swarm.NewTask.Dependency;
import swarmd.swarm.SwarmId;
import swarmd.swarm.Task;
import swarmd.swarm.TaskSpec;

@Command(
    name = "add",
    mixinStandardHelpOptions = true,
    description = "Adds tasks to the project you are in.",
    footer = {
      "",
      "Example:  swarm task add \"write the parser\" --files \"src/parse/**\" --tags java",
      "From a file or, with -, from stdin: one title per line, or JSON as for the API:",
      "  [\"a title\", {\"key\": \"b\", \"title\": \"another\", \"priority\": 1, \"files\":"
          + " [\"src/**\"]},",
      "   {\"title\": \"after it\", \"depends_on\": [\"b\", 7]}]",
      "With parameters, set by --set feature=login:",
      "  {\"parameters\": {\"feature\": null, \"in\": \"src\"}, \"tasks\": [{\"title\": \"test"
          + " ${feature} in ${in}\"}]}"
    })
final class TaskAddCommand implements Callable<Integer> {
  private final Context context;

  @Parameters(
      arity = "0..*",
      paramLabel = "TITLE",
      description = "One task each, up to 1000 characters; - reads stdin.")
  private List<String> titles = List.of();

  @Option(names = "--from", paramLabel = "FILE", description = "Read tasks from a file.")
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      mapFallbackValue = "",
      description = "Set a parameter of the file.")
  private Map<String, String> values = Map.of();

  @Option(names = "--description", paramLabel = "TEXT", description = "What to do, in detail.")
  private Optional<String> description = Optional.empty();

  @Option(
      names = "--priority",
      paramLabel = "N",
      description = "The priority; lower goes first (0).")
  private long priority;

  @Option(names = "--wave", paramLabel = "N", description = "Start once lower waves are done (0).")
  private long wave;

  @Option(
      names = {"--depends-on", "--depends"},
      split = ",",
      paramLabel = "ID",
      description = "Wait for these tasks.")
  private List<Long> dependsOn = List.of();

  @Option(
      names = "--files",
      split = ",",
      paramLabel = "GLOB",
      description = "The files the task owns.")
  private List<String> files = List.of();

  @Option(
      names = {"--tags", "--tag"},
      split = ",",
      paramLabel = "TAG",
      description = "What kind of work it is, for claims that ask for it.")
  private List<String> tags = List.of();

  @Option(
      names = {"--checks", "--check"},
      split = ",",
      paramLabel = "CHECK",
      description = "Checks that must pass before it is done.")
  private List<String> checks = List.of();

  @Option(names = "--swarm", paramLabel = "NAME", description = "The swarm of the task.")
  private Optional<String> swarm = Optional.empty();

  @Option(
      names = "--max-attempts",
      paramLabel = "N",
      description = "Attempts before the task fails, 1 to 1000 (3).")
  private long maxAttempts = TaskSpec.DEFAULT_MAX_ATTEMPTS;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "Name the task in its swarm; adding it again changes nothing.")
  private Optional<String> key = Optional.empty();

  @Option(
      names = "--not-before",
      paramLabel = "TIME",
      description = "When it can be claimed: 2h, 18:30, 2026-11-18T09:00.")
  private Optional<String> notBefore = Optional.empty();

  @Option(
      names = "--retry",
      paramLabel = "DURATION",
      description = "After a failed attempt, try again this much later, then after twice as long.")
  private Optional<String> retryWait = Optional.empty();

  @Option(names = "--project", paramLabel = "DIR", description = "Use this project.")
  private Optional<String> project = Optional.empty();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  TaskAddCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    if (key.isPresent() && titles.size() != 1) {
      throw CommandFailed.usage("--key names one task; give one title");
    }
    List<NewTask> added = new ArrayList<>();
    for (String title : titles) {
      if (title.equals("-")) {
        added.addAll(parse(context.invocation().input(), "standard input"));
      } else {
        added.add(task(title));
      }
    }
    if (file.isPresent()) {
      added.addAll(
          parse(InputFile.read(context, file.get(), "swarm task add -"), "'" + file.get() + "'"));
    }
    if (!values.isEmpty() && file.isEmpty() && !titles.contains("-")) {
      throw CommandFailed.usage("--set needs a file with parameters: --from FILE");
    }
    if (added.isEmpty()) {
      throw CommandFailed.usage("nothing to add; try: swarm task add \"a title\"");
    }
    Project found = context.foundProject(project);
    List<Task> tasks =
        context.awaitValue(
            context.services().tasks().add(found.id(), added, Optional.of(context.actor())));
    NamedChecks.noteMissing(
        context, found, tasks.stream().flatMap(task -> task.checks().stream()).toList());
    if (json) {
      context.printJson(TaskJson.tasks(tasks));
    } else {
      TaskPrinter.table(context, tasks);
    }
    return 0;
  }

  private NewTask task(String title) {
    TaskSpec spec =
        TaskSpec.titled(title)
            .withDescription(description)
            .withPriority(TaskSpec.PRIORITY.checkInt(priority))
            .withWave(TaskSpec.WAVE.checkInt(wave))
            .withFiles(files)
            .withTags(tags)
            .withChecks(checks)
            .withMaxAttempts(TaskSpec.MAX_ATTEMPTS.checkInt(maxAttempts))
            .withKey(key)
            .withNotBefore(
                notBefore
                    .map(text -> TimeText.moment(text, TaskSpec.NOT_BEFORE.field(), context.now()))
                    .orElse(0L))
            .withRetryWait(
                retryWait
                    .map(text -> TimeText.duration(text, TaskSpec.RETRY_WAIT.field()))
                    .orElse(Duration.ZERO));
    return new NewTask(
        swarm.orElse(SwarmId.DEFAULT_NAME),
        spec,
        dependsOn.stream().<Dependency>map(Dependency.ById::new).toList());
  }

  private List<NewTask> parse(String text, String source) {
    String trimmed = text.strip();
    if (trimmed.startsWith("[") || trimmed.startsWith("{")) {
      return Context.value(
          NewTasks.parse(trimmed.getBytes(StandardCharsets.UTF_8), swarm, values, source));
    }
    return trimmed
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .map(this::task)
        .toList();
  }
}
