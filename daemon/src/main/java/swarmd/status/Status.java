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
 * @param tasks how many tasks of all swarms are in which status
 * @param claims the tasks that somebody works on
 * @param hooks how the kept hook events went, by type
 * @param pendingWrites how many events wait to be recorded
 * @param untrustedHooks projects whose own hooks wait for a person's consent
 * @param now when it was taken
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
    long now) {

  /** A session that is at work, and its subagents that are. */
  public record LiveSession(
      Session session, List<Subagent> subagents, Map<String, Integer> filesByAgent) {

    /** How many files a subagent has edited. */
    public int files(Subagent subagent) {
      return filesByAgent.getOrDefault(subagent.id(), 0);
    }
  }
}
