package swarmd.modes;

import swarmd.sessions.Session;

/**
 * A mode that a session is in. Times are epoch milliseconds.
 *
 * @param checkedAt when a Stop last looked at it
 * @param lastSeen when the session's last hook event came; 0 if it never sent one
 * @param holds how often it has kept its session from stopping
 */
public record ActiveMode(
    String project,
    String session,
    ModeState state,
    long startedAt,
    long checkedAt,
    long lastSeen,
    int holds) {

  public Mode mode() {
    return state.mode();
  }

  /** Without a sign of life for two hours it binds nobody. */
  public boolean stale(long now) {
    long freshest = Math.max(startedAt, Math.max(checkedAt, lastSeen));
    return now - freshest > Session.STALE.toMillis();
  }
}
