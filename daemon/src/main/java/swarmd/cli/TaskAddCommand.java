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

@Command(
    name = "add",
    mixinStandardHelpOptions = true,
    description = "Adds tasks to the project you are in.",
    footer = {
      "",
      "From a file or, with -, from stdin: one title per line, or JSON as the API takes it:",
      "  [\"a title\", {\"key\": \"b\", \"title\": \"another\", \"priority\": 1, \"files\":"
          + " [\"src/**\"]},",
      "   {\"title\": \"after it\", \"depends_on\": [\"b\", 7]}]"
    })
final class TaskAddCommand implements Callable<Integer> {
  /** As much as standard input may have. */
  private static final int MAX_FILE_BYTES = 16 << 20;

  private final Context context;

  @Parameters(arity = "0..*", paramLabel = "TITLE", description = "One task each; - reads stdin.")
  private List<String> titles = List.of();

  @Option(names = "--from", paramLabel = "FILE", description = "Read tasks from a file.")
  private Optional<Path> file = Optional.empty();

  @Option(names = "--description", paramLabel = "TEXT", description = "What is to be done.")
  private Optional<String> description = Optional.empty();

  @Option(names = "--priority", paramLabel = "N", description = "Lower goes first (0).")
  private int priority;

  @Option(names = "--wave", paramLabel = "N", description = "Starts when lower waves are done (0).")
  private int wave;

  @Option(names = "--depends-on", split = ",", paramLabel = "ID", description = "Wait for these.")
  private List<Long> dependsOn = List.of();

  @Option(names = "--files", split = ",", paramLabel = "GLOB", description = "Files it owns.")
  private List<String> files = List.of();

  @Option(names = "--swarm", paramLabel = "NAME", description = "The group it belongs to.")
  private Optional<String> swarm = Optional.empty();

  @Option(names = "--max-attempts", paramLabel = "N", description = "Claims before it fails (3).")
  private int maxAttempts = NewTask.DEFAULT_MAX_ATTEMPTS;

  @Option(names = "--project", paramLabel = "DIR", description = "Another project.")
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
        added.addAll(parse(context.invocation().input()));
      } else {
        added.add(task(title));
      }
    }
    if (file.isPresent()) {
      added.addAll(parse(read(file.get())));
    }
    if (added.isEmpty()) {
      throw CommandFailed.usage("nothing to add; try: swarm task add \"a title\"");
    }
    if (added.size() > NewTasks.MAX_TASKS) {
      throw CommandFailed.usage(
          "%d tasks are too many at once; add at most %d, in parts"
              .formatted(added.size(), NewTasks.MAX_TASKS));
    }
    List<Task> tasks =
        context.awaitValue(context.services().tasks().add(context.project(project), added));
    if (json) {
      context.printJson(TaskJson.tasks(tasks));
    } else {
      TaskPrinter.table(context.terminal(), tasks);
    }
    return 0;
  }

  private NewTask task(String title) {
    if (title.isBlank() || title.length() > NewTasks.MAX_TITLE) {
      throw CommandFailed.usage("a title has 1 to " + NewTasks.MAX_TITLE + " characters");
    }
    if (wave < 0 || maxAttempts < 1) {
      throw CommandFailed.usage("--wave must be at least 0, --max-attempts at least 1");
    }
    return new NewTask(
        Optional.empty(),
        swarm.orElse(SwarmId.DEFAULT_NAME),
        title,
        description,
        priority,
        wave,
        dependsOn.stream().<Dependency>map(Dependency.ById::new).toList(),
        files,
        maxAttempts);
  }

  private String read(Path path) throws IOException {
    Path full = Path.of(context.invocation().directory()).resolve(path);
    if (!Files.exists(full)) {
      throw CommandFailed.because("there is no file " + full);
    }
    if (!Files.isRegularFile(full)) { // the daemon reads it, whose pipes are others
      throw CommandFailed.because(full + " is no file; pipe it into: swarm task add -");
    }
    try (InputStream in = Files.newInputStream(full)) {
      byte[] bytes = in.readNBytes(MAX_FILE_BYTES + 1);
      if (bytes.length > MAX_FILE_BYTES) {
        throw CommandFailed.because(full + " is larger than 16 MiB; add it in parts");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw CommandFailed.because(full + " is not UTF-8");
    } catch (AccessDeniedException e) {
      throw CommandFailed.because(full + " may not be read");
    }
  }

  private List<NewTask> parse(String text) {
    String trimmed = text.strip();
    if (trimmed.startsWith("[") || trimmed.startsWith("{")) {
      return Context.value(NewTasks.parse(trimmed.getBytes(StandardCharsets.UTF_8), swarm));
    }
    return trimmed
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .map(this::task)
        .toList();
  }
}
