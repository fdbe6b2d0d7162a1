package swarmd.cli;

import static swarmd.cli.Table.cell;
import static swarmd.cli.Table.number;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import swarmd.common.Outcome;
import swarmd.json.Json;
import swarmd.sessions.Project;

/** Commands that move a project's tasks between this workstation and its team. */
final class TaskMoveCommands {
  private static final int MAX_SHOWN = 50;

  private TaskMoveCommands() {}

  @Command(
      name = "push",
      description = {
        "Moves the tasks that a project has on this workstation alone to the team.",
        "They get new ids and keep their dependencies, state and history."
      },
      footer = {"", "Example:  swarm task push --dry-run"})
  static final class Push extends Move {
    Push(Context context) {
      super(context);
    }

    @Override
    Outcome<List<TeamService.Moved>> move(
        TeamService team, Project project, Optional<String> only, boolean dry) {
      return team.push(project, only, dry);
    }

    @Override
    String nothing(Project project) {
      return "there are no local tasks in " + project.folder();
    }

    @Override
    String target() {
      return "to the team";
    }
  }

  @Command(
      name = "pull",
      description = {
        "Moves the tasks that a project has in the team to this workstation alone.",
        "They are there after: swarm team leave"
      },
      footer = {"", "Example:  swarm task pull --swarm checkout"})
  static final class Pull extends Move {
    Pull(Context context) {
      super(context);
    }

    @Override
    Outcome<List<TeamService.Moved>> move(
        TeamService team, Project project, Optional<String> only, boolean dry) {
      return team.pull(project, only, dry);
    }

    @Override
    String nothing(Project project) {
      return "the team has no tasks in " + project.id();
    }

    @Override
    String target() {
      return "to this workstation";
    }
  }

  @Command(mixinStandardHelpOptions = true)
  private abstract static class Move implements Callable<Integer> {
    private final Context context;

    @Option(names = "--project", paramLabel = "DIR", description = "Use this project.")
    private Optional<String> project = Optional.empty();

    @Option(
        names = "--swarm",
        paramLabel = "NAME",
        description = "Move only this swarm; the default is all swarms of the project.")
    private Optional<String> swarm = Optional.empty();

    @Option(names = "--dry-run", description = "Show what would be moved, and move nothing.")
    private boolean dryRun;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    Move(Context context) {
      this.context = context;
    }

    abstract Outcome<List<TeamService.Moved>> move(
        TeamService team, Project project, Optional<String> only, boolean dry);

    abstract String nothing(Project project);

    abstract String target();

    @Override
    public Integer call() throws InterruptedException {
      context.requirePerson("move tasks between this workstation and the team");
      Project found = context.foundProject(project);
      List<TeamService.Moved> moved =
          Context.value(move(context.services().team(), found, swarm, dryRun));
      if (json) {
        context.printJson(asJson(moved));
      } else if (moved.isEmpty()) {
        context.terminal().note(nothing(found));
      } else {
        print(moved);
      }
      return 0;
    }

    private void print(List<TeamService.Moved> moved) {
      Table table = new Table(context.terminal(), "ID", "NEW ID", "STATUS", "SWARM", "TITLE");
      for (TeamService.Moved task : moved.subList(0, Math.min(MAX_SHOWN, moved.size()))) {
        table.row(
            number(task.from()),
            cell(task.to().map(String::valueOf).orElse("-")),
            cell(task.status()),
            cell(task.swarm()),
            cell(task.title()));
      }
      table.print();
      if (moved.size() > MAX_SHOWN) {
        context.terminal().note("these are the first %d; --json has all".formatted(MAX_SHOWN));
      }
      context
          .terminal()
          .println(
              "%s %d %s %s"
                  .formatted(
                      dryRun ? "would move" : "moved",
                      moved.size(),
                      moved.size() == 1 ? "task" : "tasks",
                      target()));
    }

    private ObjectNode asJson(List<TeamService.Moved> moved) {
      ObjectNode result = Json.object().put("dry_run", dryRun);
      ArrayNode tasks = result.putArray("tasks");
      for (TeamService.Moved task : moved) {
        ObjectNode row = tasks.addObject().put("id", task.from());
        task.to().ifPresent(id -> row.put("new_id", id));
        row.put("swarm", task.swarm()).put("status", task.status()).put("title", task.title());
      }
      return result;
    }
  }
}
