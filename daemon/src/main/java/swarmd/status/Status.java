package swarmd.status;

import java.util.List;
import java.util.Map;
import swarmd.hooks.HookLogQueries;
import swarmd.modes.ActiveMode;
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
 * @param needs what goes on only if the person does something, the most urgent first
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
    List<Need> needs,
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
        found,
        now);
  }

  /** An active session and its active subagents. */
  public record LiveSession(
      Session session, List<Subagent> subagents, Map<String, Integer> filesByAgent) {

    /** How many files a subagent has edited. */
    public int files(Subagent subagent) {
      return filesByAgent.getOrDefault(subagent.id(), 0);
    }
  }
}
