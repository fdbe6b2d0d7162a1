package swarmd.daemon;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import swarmd.cli.TeamService;
import swarmd.common.Cause;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.sessions.Project;
import swarmd.sessions.Projects;
import swarmd.settings.Settings;
import swarmd.store.postgresql.DatabaseSetup;
import swarmd.store.postgresql.DatabaseUrl;
import swarmd.store.sqlite.SqliteStore;
import swarmd.team.TaskMoves;
import swarmd.team.Team;
import swarmd.time.Time;

/** Puts this workstation into a team, and moves tasks there and back. */
record TeamSetup(Settings settings, Optional<Team> team, Time time) implements TeamService {

  @Override
  public Checked init(String url) {
    return checked(url, DatabaseSetup.create(TeamParts.url(settings, url)));
  }

  @Override
  public Checked join(String url) {
    return checked(url, DatabaseSetup.check(TeamParts.url(settings, url)));
  }

  private Checked checked(String url, DatabaseSetup.Found found) {
    DatabaseUrl address = TeamParts.url(settings, url);
    return new Checked(
        address.shown(), address.passwordLine(), found.server(), found.created(), found.notifies());
  }

  @Override
  public Outcome<List<Moved>> push(Project project, Optional<String> swarm, boolean dryRun) {
    List<String> names = List.of(project.folder(), localName(project));
    return move(moves -> moves.push(names, project.id(), swarm, dryRun));
  }

  @Override
  public Outcome<List<Moved>> pull(Project project, Optional<String> swarm, boolean dryRun) {
    return move(moves -> moves.pull(localName(project), project.id(), swarm, dryRun));
  }

  /** The name that a daemon without a team gives it. */
  private static String localName(Project project) {
    return Projects.of(project.folder())
        .orElseThrow(refused -> new IllegalStateException(refused.message()))
        .id();
  }

  /** Local tasks are in their own file, which nobody uses while this daemon is in a team. */
  private synchronized Outcome<List<Moved>> move(
      Function<TaskMoves, CompletableFuture<Outcome<List<TaskMoves.Moved>>>> action) {
    if (team.isEmpty()) {
      return Outcome.refused(
          ErrorCode.INVALID_REQUEST, "this workstation is in no team; see: swarm team");
    }
    try (SqliteStore local = SqliteStore.open(settings.home().database(), time)) {
      return action
          .apply(team.get().moves(local))
          .join()
          .map(all -> all.stream().map(TeamSetup::moved).toList());
    } catch (CompletionException e) {
      throw Cause.of(e) instanceof RuntimeException cause ? cause : e;
    }
  }

  private static Moved moved(TaskMoves.Moved task) {
    return new Moved(task.from(), task.to(), task.swarm(), task.status(), task.title());
  }

  @Override
  public String shown(String url) {
    return TeamParts.url(settings, url).shown();
  }

  @Override
  public String workstation() {
    return TeamParts.workstation(settings);
  }
}
