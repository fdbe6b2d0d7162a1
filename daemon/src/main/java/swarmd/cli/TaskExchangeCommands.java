package swarmd.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import swarmd.api.TaskExport;
import swarmd.api.TaskImport;
import swarmd.json.Json;
import swarmd.swarm.Imported;
import swarmd.swarm.ImportedTask;
import swarmd.swarm.Task;
import swarmd.swarm.TaskQueries;
import swarmd.swarm.TaskQueries.TaskFilter;

/** Commands that read tasks of other tools, and write them for others. */
final class TaskExchangeCommands {
  private TaskExchangeCommands() {}

  @Command(
      name = "import",
      mixinStandardHelpOptions = true,
      description = "Adds the tasks of a file, or updates those that were imported before.",
      footer = {
        "",
        "Reads Markdown check lists, GitHub issues, beads, prd.json, and what task export writes:",
        "  gh issue list --state all --json number,title,body,labels,state,url | swarm task import"
            + " -",
        "Tasks are known by their keys. A task that is finished in the file is cancelled here,"
            + " unless",
        "an agent holds it."
      })
  static final class Import implements Callable<Integer> {
    private final Context context;

    @Parameters(paramLabel = "FILE", description = "The file; - reads stdin.")
    private Path file;

    @Option(
        names = "--format",
        paramLabel = "FORMAT",
        description =
            "markdown, github, beads, prd or jsonl; recognized by its content if left out.")
    private Optional<TaskImport.Format> format = Optional.empty();

    @Option(
        names = "--swarm",
        paramLabel = "NAME",
        description =
            "The swarm of all tasks; without it, exported tasks go into the swarm they came from.")
    private Optional<String> swarm = Optional.empty();

    @Option(names = "--dry-run", description = "Only count what would be done.")
    private boolean dryRun;

    @Option(names = "--project", paramLabel = "DIR", description = "Use this project.")
    private Optional<String> project = Optional.empty();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    Import(Context context) {
      this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
      boolean standardInput = file.toString().equals("-");
      String text =
          standardInput
              ? context.invocation().input()
              : InputFile.read(context, file, "swarm task import -");
      List<ImportedTask> tasks =
          Context.value(
              TaskImport.parse(
                  text, format, swarm, standardInput ? "standard input" : "'" + file + "'"));
      Imported done =
          context.awaitValue(
              context
                  .services()
                  .tasks()
                  .importAll(context.project(project), tasks, dryRun, context.actor()));
      if (json) {
        context.printJson(
            Json.object()
                .put("added", done.added())
                .put("changed", done.changed())
                .put("cancelled", done.cancelled())
                .put("unchanged", done.unchanged())
                .put("skipped", done.skipped()));
      } else {
        context
            .terminal()
            .println(
                "%s%d added, %d changed, %d cancelled, %d unchanged, %d finished before"
                    .formatted(
                        dryRun ? "would be: " : "",
                        done.added(),
                        done.changed(),
                        done.cancelled(),
                        done.unchanged(),
                        done.skipped()));
      }
      return 0;
    }
  }

  @Command(
      name = "export",
      mixinStandardHelpOptions = true,
      description = "Prints tasks as JSON lines or as a Markdown check list.",
      footer = {"", "Example:  swarm task export --format markdown --where swarm=release"})
  static final class Export implements Callable<Integer> {
    private final Context context;

    @Option(
        names = "--format",
        paramLabel = "FORMAT",
        defaultValue = "jsonl",
        description = "jsonl or markdown (jsonl).")
    private ExportFormat format = ExportFormat.JSONL;

    @Option(names = "--where", paramLabel = "NAME=VALUE", description = TaskSelection.DESCRIPTION)
    private List<String> where = List.of();

    @Option(names = "--project", paramLabel = "DIR", description = "Use this project.")
    private Optional<String> project = Optional.empty();

    Export(Context context) {
      this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
      List<Task> tasks = all(TaskSelection.filter(context.project(project), where));
      String database =
          context.await(
              context
                  .services()
                  .store()
                  .read(snapshot -> snapshot.get(TaskQueries.class).database()));
      context
          .terminal()
          .print(
              format == ExportFormat.JSONL
                  ? TaskExport.jsonLines(tasks, database)
                  : TaskExport.markdown(tasks, database));
      return 0;
    }

    private List<Task> all(TaskFilter filter) throws InterruptedException {
      List<Task> tasks = new ArrayList<>();
      List<Task> page = context.await(context.services().tasks().list(filter));
      while (!page.isEmpty()) {
        tasks.addAll(page);
        page =
            context.await(
                context.services().tasks().list(filter.after(tasks.get(tasks.size() - 1).id())));
      }
      return tasks;
    }
  }

  /** The formats in which tasks are exported. */
  enum ExportFormat {
    JSONL,
    MARKDOWN
  }
}
