package swarmd.hooks;

import swarmd.sessions.Session;
import swarmd.sessions.SessionRepository;

/**
 * Three holds without a tool call in between let the stop through, whether modes or the user's own
 * hooks hold it: some hosts would otherwise keep the session going for ever. The session stores the
 * count.
 */
public final class IdleHolds {
  /** Maximum consecutive holds without a tool call in between. */
  public static final int MAX = 3;

  private IdleHolds() {}

  /**
   * Counts a hold. Returns false if it would be one too many: then the stop must be let through,
   * and counting starts again.
   */
  public static boolean allowAnother(
      SessionRepository sessions, String project, String session, String host, long now) {
    sessions.seen(project, session, host, now); // creates the row if this is the first event
    int before = sessions.find(project, session).map(Session::idleHolds).orElse(0);
    boolean allowed = before < MAX;
    sessions.setIdleHolds(project, session, allowed ? before + 1 : 0);
    return allowed;
  }

  /** The session has used a tool. */
  static void reset(SessionRepository sessions, String project, String session) {
    sessions.setIdleHolds(project, session, 0);
  }
}
