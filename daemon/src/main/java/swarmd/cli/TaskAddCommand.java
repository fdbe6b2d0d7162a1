package swarmd.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import swarmd.api.NewTasks;
import swarmd.api.TaskJson;
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
      "   {\"title\": \"after it\", \"depends_on\": [\"b\", 7]}]"
    })
final class TaskAddCommand implements Callable<Integer> {
  /** The same limit as for standard input. */
  private static final int MAX_FILE_BYTES = 16 << 20;

  private final Context context;

  @Parameters(
      arity = "0..*",
      paramLabel = "TITLE",
      description = "One task each, up to 1000 characters; - reads stdin.")
  private List<String> titles = List.of();

  @Option(names = "--from", paramLabel = "FILE", description = "Read tasks from a file.")
  private Optional<Path> file = Optional.empty();

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

  @Option(names = "--swarm", paramLabel = "NAME", description = "The swarm of the task.")
  private Optional<String> swarm = Optional.empty();

  @Option(
      names = "--max-attempts",
      paramLabel = "N",
      description = "Attempts before the task fails, 1 to 1000 (3).")
  private long maxAttempts = TaskSpec.DEFAULT_MAX_ATTEMPTS;

  @Option(names = "--project", paramLabel = "DIR", description = "Use this project.")
  private Optional<String> project = Optional.empty();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  TaskAddCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    List<NewTask> added = new ArrayList<>();
    for (String title : titles) {
      if (title.equals("-")) {
        added.addAll(parse(context.invocation().input(), "standard input"));
      } else {
        added.add(task(title));
      }
    }
    if (file.isPresent()) {
      added.addAll(parse(read(file.get()), "'" + file.get() + "'"));
    }
    if (added.isEmpty()) {
      throw CommandFailed.usage("nothing to add; try: swarm task add \"a title\"");
    }
    List<Task> tasks =
        context.awaitValue(
            context
                .services()
                .tasks()
                .add(context.project(project), added, Optional.of(context.actor())));
    if (json) {
      context.printJson(TaskJson.tasks(tasks));
    } else {
      TaskPrinter.table(context.terminal(), tasks);
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
            .withMaxAttempts(TaskSpec.MAX_ATTEMPTS.checkInt(maxAttempts));
    return new NewTask(
        Optional.empty(),
        swarm.orElse(SwarmId.DEFAULT_NAME),
        spec,
        dependsOn.stream().<Dependency>map(Dependency.ById::new).toList());
  }

  private String read(Path path) throws IOException {
    Path full = Path.of(context.invocation().directory()).resolve(path);
    if (!Files.exists(full)) {
      throw CommandFailed.because("there is no file '%s'".formatted(path));
    }
    if (!Files.isRegularFile(full)) { // the daemon would read its own pipe, not the client's
      throw CommandFailed.because(
          "'%s' is not a regular file; pipe it into: swarm task add -".formatted(path));
    }
    try (InputStream in = Files.newInputStream(full)) {
      byte[] bytes = in.readNBytes(MAX_FILE_BYTES + 1);
      if (bytes.length > MAX_FILE_BYTES) {
        throw CommandFailed.because("'%s' is larger than 16 MiB; add it in parts".formatted(path));
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw CommandFailed.because("'%s' is not UTF-8".formatted(path));
    } catch (AccessDeniedException e) {
      throw CommandFailed.because("'%s' is not readable; check its permissions".formatted(path));
    }
  }

  private List<NewTask> parse(String text, String source) {
    String trimmed = text.strip();
    if (trimmed.startsWith("[") || trimmed.startsWith("{")) {
      return Context.value(NewTasks.parse(trimmed.getBytes(StandardCharsets.UTF_8), swarm, source));
    }
    return trimmed
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .map(this::task)
        .toList();
  }
}
