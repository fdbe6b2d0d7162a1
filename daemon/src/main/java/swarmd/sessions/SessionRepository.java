package swarmd.sessions;

import java.util.Optional;

/** The stored sessions within one transaction. */
public interface SessionRepository extends SessionQueries {

  /** A sign of life; the session is made if it is not there. One that is over stays so. */
  void seen(String project, String id, String host, long now);

  /** The session begins, or begins again. */
  void started(String project, String id, String host, long now);

  void ended(String project, String id, long now);

  void setIdleHolds(String project, String id, int count);

  void setReminders(String project, String id, int count);

  void setOpenTodos(String project, String id, int count);

  /** More of its todos are open, or fewer; never less than none. */
  void addOpenTodos(String project, String id, int more);

  /** A subagent begins, or begins again. */
  void subagentStarted(String project, String session, String id, Optional<String> type, long now);

  /** A sign of life of a subagent; it is made if it is not there. */
  void subagentSeen(String project, String session, String id, Optional<String> type, long now);

  void subagentEnded(String project, String session, String id, long now);

  /** Forgets those subagents of a session that ended first, and what they edited. */
  void keepEndedSubagents(String project, String session, int keep);

  void setSubagentHolds(String project, String session, String id, int count);

  /** Forgets sessions, and their subagents, that were last seen before then; returns how many. */
  int forgetBefore(long lastSeen);
}
