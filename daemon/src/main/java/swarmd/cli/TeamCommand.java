package swarmd.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import swarmd.api.StatusJson;
import swarmd.install.InstallRefused;
import swarmd.install.UserSettings;
import swarmd.json.Json;
import swarmd.sessions.Session;
import swarmd.sessions.SessionQueries;
import swarmd.settings.Setting;
import swarmd.settings.Settings;
import swarmd.status.TeamLink;
import swarmd.swarm.Task;
import swarmd.swarm.TaskQueries;

@Command(
    name = "team",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "[COMMAND]",
    description = {
      "Shares this workstation's tasks with a team, in a PostgreSQL database.",
      "Without a command, shows whether this workstation is connected."
    },
    footer = {
      "",
      "The first member of a team runs init, everybody else join. Examples:",
      "  swarm team init postgresql://swarmd@db.example.org/swarmd",
      "  swarm team join postgresql://swarmd@db.example.org/swarmd",
      "The password comes from ~/.pgpass, or from PGPASSFILE or PGPASSWORD in the daemon's"
          + " environment."
    })
final class TeamCommand implements Callable<Integer>, CommandGroup {
  private static final int MAX_NAMED = 10;

  private final Context context;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  TeamCommand(Context context) {
    this.context = context;
  }

  @Override
  public List<Object> subcommands() {
    return List.of(new Init(context), new Join(context), new Leave(context));
  }

  @Override
  public Integer call() {
    Optional<TeamLink> team = context.services().status().team();
    if (json) {
      ObjectNode result = Json.object();
      team.ifPresent(
          link -> {
            result.set("team", StatusJson.team(link));
            result.put("workstation", context.services().team().workstation());
          });
      context.printJson(result);
      return 0;
    }
    Terminal terminal = context.terminal();
    if (team.isPresent()) {
      terminal.println(StatusPrinter.team(context, team.get()));
      terminal.println("this workstation is " + context.services().team().workstation());
    } else {
      terminal.println("This workstation shares its tasks with nobody.");
      terminal.println("Start a team:  swarm team init postgresql://USER@HOST/DATABASE");
      terminal.println("Join a team:   swarm team join postgresql://USER@HOST/DATABASE");
    }
    return 0;
  }

  /** A command that changes where the tasks are. */
  @Command(mixinStandardHelpOptions = true)
  private abstract static class Change implements Callable<Integer> {
    final Context context;

    Change(Context context) {
      this.context = context;
    }

    Settings settings() {
      return context.services().settings();
    }

    UserSettings file() {
      return new UserSettings(settings().home().settings());
    }

    /** A variable of the environment overrides the file. */
    void requireSettingInFile() {
      if (!settings().isDefault(Setting.DATABASE) && !settings().isFromFile(Setting.DATABASE)) {
        throw CommandFailed.conflict(
            "%s is set in the daemon's environment, which counts more than settings.json; unset it"
                    .formatted(Setting.DATABASE.variable())
                + " there and run: swarm daemon restart");
      }
    }

    /** Only where nobody works: sessions and their modes are kept apart for each team. */
    void restart() throws InterruptedException {
      long since = context.now() - Session.STALE.toMillis();
      boolean atWork =
          context.await(
              context
                  .services()
                  .store()
                  .read(
                      snapshot ->
                          !snapshot
                                  .get(SessionQueries.class)
                                  .live(Optional.empty(), since, 1)
                                  .isEmpty()
                              || !snapshot
                                  .get(TaskQueries.class)
                                  .claimed(Optional.empty(), 1)
                                  .isEmpty()));
      if (atWork) {
        context
            .terminal()
            .println("Agents are at work. When they are done, run:  swarm daemon restart");
      } else {
        context.terminal().restartDaemon();
      }
    }
  }

  /** A command that puts this workstation into a team. */
  private abstract static class Enter extends Change {
    @Parameters(
        paramLabel = "URL",
        description = "The database, such as postgresql://swarmd@db/swarmd.")
    private String url;

    Enter(Context context) {
      super(context);
    }

    abstract TeamService.Checked check(TeamService team, String address);

    abstract void report(TeamService.Checked team, String address);

    @Override
    public Integer call() throws IOException, InterruptedException {
      context.requirePerson("put this workstation into a team");
      Settings.databaseProblem(url)
          .ifPresent(
              problem -> {
                throw CommandFailed.usage("the address " + problem);
              });
      requireSettingInFile();
      TeamService team = context.services().team();
      if (settings().isShared()
          && !team.shown(settings().text(Setting.DATABASE)).equals(team.shown(url))) {
        throw CommandFailed.conflict(
            "this workstation is in the team at %s; to leave it, run: swarm team leave"
                .formatted(team.shown(settings().text(Setting.DATABASE))));
      }
      TeamService.Checked found = check(team, url);
      boolean isNew = !settings().text(Setting.DATABASE).equals(url);
      if (isNew) {
        store();
      }
      report(found, url);
      if (!found.notifies()) {
        context
            .terminal()
            .println(
                "Notifications do not arrive, as behind PgBouncer: changes of others take up to two"
                    + " seconds.");
      }
      if (isNew) {
        restart();
      }
      return 0;
    }

    private void store() throws IOException {
      try {
        file().set(Setting.DATABASE.nameInFile(), url);
      } catch (InstallRefused e) {
        throw CommandFailed.because(e.getMessage());
      }
    }

    void print(String line) {
      context.terminal().println(line);
    }
  }

  @Command(
      name = "init",
      description = {
        "Creates or upgrades the tables in a database, and shares this workstation's tasks there.",
        "Prints what colleagues run to join."
      },
      footer = {"", "Example:  swarm team init postgresql://swarmd@db.example.org/swarmd"})
  private static final class Init extends Enter {
    Init(Context context) {
      super(context);
    }

    @Override
    TeamService.Checked check(TeamService team, String address) {
      return team.init(address);
    }

    @Override
    void report(TeamService.Checked team, String address) {
      print(
          "%s %s (%s)"
              .formatted(
                  team.created() ? "created the tables in" : "the tables are ready in",
                  team.address(),
                  team.server()));
      print("Your colleagues run, with the password in place of PASSWORD:");
      print("  echo '%s' >> ~/.pgpass && chmod 600 ~/.pgpass".formatted(team.passwordLine()));
      print("  swarm team join '%s'".formatted(address));
    }
  }

  @Command(
      name = "join",
      description = "Shares this workstation's tasks in the database of a team.",
      footer = {"", "Example:  swarm team join postgresql://swarmd@db.example.org/swarmd"})
  private static final class Join extends Enter {
    Join(Context context) {
      super(context);
    }

    @Override
    TeamService.Checked check(TeamService team, String address) {
      return team.join(address);
    }

    @Override
    void report(TeamService.Checked team, String address) {
      print(
          "joined the team at %s (%s) as %s"
              .formatted(team.address(), team.server(), context.services().team().workstation()));
      print("Local tasks stay here; to move those of a project, run there:  swarm task push");
    }
  }

  @Command(
      name = "leave",
      description = {
        "Keeps tasks on this workstation again. The team's tasks stay where they are."
      },
      footer = {"", "To take a project's tasks along, run before:  swarm task pull"})
  private static final class Leave extends Change {
    Leave(Context context) {
      super(context);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
      context.requirePerson("take this workstation out of its team");
      if (!settings().isShared()) {
        context.terminal().println("this workstation is in no team");
        return 0;
      }
      requireSettingInFile();
      requireNothingHeld();
      try {
        file().remove(Setting.DATABASE.nameInFile());
      } catch (InstallRefused e) {
        throw CommandFailed.because(e.getMessage());
      }
      context
          .terminal()
          .println(
              "left the team at "
                  + context.services().team().shown(settings().text(Setting.DATABASE)));
      restart();
      return 0;
    }

    private void requireNothingHeld() throws InterruptedException {
      Optional<String> here = Optional.of(context.services().team().workstation());
      List<Task> held =
          context
              .await(
                  context
                      .services()
                      .store()
                      .read(
                          snapshot ->
                              snapshot
                                  .get(TaskQueries.class)
                                  .claimed(Optional.empty(), Integer.MAX_VALUE)))
              .stream()
              .filter(task -> task.workstation().equals(here))
              .limit(MAX_NAMED)
              .toList();
      if (!held.isEmpty()) {
        throw CommandFailed.conflict(
            "agents of this workstation hold %s; complete or release that first"
                .formatted(
                    held.stream()
                        .map(task -> "task " + task.id())
                        .reduce((all, next) -> all + ", " + next)
                        .orElseThrow()));
      }
    }
  }
}
