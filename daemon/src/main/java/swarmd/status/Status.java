package swarmd.status;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import swarmd.accounts.AccountPause;
import swarmd.hooks.HookLogQueries;
import swarmd.modes.ActiveMode;
import swarmd.sessions.EditedFiles;
import swarmd.sessions.Session;
import swarmd.sessions.Subagent;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.Task;
import swarmd.swarm.TaskStatus;

/**
 * Everything `swarm status` shows.
 *
 * @param tasks the number of tasks of all swarms by status
 * @param claims the tasks that are claimed
 * @param hooks statistics of the stored hook events, by type
 * @param pendingWrites how many events are waiting to be recorded
 * @param untrustedHooks projects whose own hooks the user has not trusted
 * @param accounts those whose sessions get no tasks for now
 * @param needs what goes on only if the person does something, the most urgent first
 * @param team the connection to the team's database; empty if tasks are not shared
 * @param now when the status was read; epoch milliseconds
 */
public record Status(
    DaemonInfo daemon,
    int connections,
    Map<TaskStatus, Long> tasks,
    List<SwarmSummary> swarms,
    List<Task> claims,
    List<LiveSession> sessions,
    List<ActiveMode> modes,
    List<HookLogQueries.Summary> hooks,
    int pendingWrites,
    List<String> untrustedHooks,
    List<AccountPause> accounts,
    List<Need> needs,
    Optional<TeamLink> team,
    long now) {

  Status withNeeds(List<Need> found) {
    return new Status(
        daemon,
        connections,
        tasks,
        swarms,
        claims,
        sessions,
        modes,
        hooks,
        pendingWrites,
        untrustedHooks,
        accounts,
        found,
        team,
        now);
  }

  /**
   * An active session and its active subagents.
   *
   * @param filesByAgent the files that each agent has edited; an empty name is the main agent
   * @param activities what each agent does; an empty name is the main agent
   * @param hookEvents how many hook events it has sent in the last minute
   */
  public record LiveSession(
      Session session,
      List<Subagent> subagents,
      Map<String, EditedFiles> filesByAgent,
      Map<String, Activity> activities,
      int hookEvents) {
    private static final String MAIN = "";

    /** The files that the main agent has edited. */
    public EditedFiles files() {
      return filesByAgent.getOrDefault(MAIN, EditedFiles.NONE);
    }

    /** The files that a subagent has edited. */
    public EditedFiles files(Subagent subagent) {
      return filesByAgent.getOrDefault(subagent.id(), EditedFiles.NONE);
    }

    /** What the main agent does. */
    public Activity activity() {
      return activities.get(MAIN);
    }

    public Activity activity(Subagent subagent) {
      return activities.get(subagent.id());
    }
  }
}
