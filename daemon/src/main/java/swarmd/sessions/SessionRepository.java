package swarmd.sessions;

import java.util.Optional;

/** The stored sessions within one transaction. */
public interface SessionRepository extends SessionQueries {

  /** A sign of life; the session is added if it is not there. One that has ended stays so. */
  void seen(String project, String id, String host, long now);

  /** Like {@link #seen}, with what the session is doing; empty if nothing is known. */
  void seen(String project, String id, String host, Optional<SignsOfLife> signs, long now);

  /** The session begins, or begins again. */
  void started(String project, String id, String host, long now);

  void ended(String project, String id, long now);

  void setIdleHolds(String project, String id, int count);

  void setReminders(String project, String id, int count);

  void setOpenTodos(String project, String id, int count);

  /** Changes the number of open todos by {@code more}, which may be negative; never below 0. */
  void addOpenTodos(String project, String id, int more);

  /** Forgets sessions that were last seen before then; returns how many. */
  int forgetBefore(long lastSeen);
}
