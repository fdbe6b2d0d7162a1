package swarmd.modes;

import java.util.List;
import java.util.stream.Collectors;
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

  /** As people are told of them. */
  public static String names(List<ActiveMode> modes) {
    return modes.stream().map(active -> active.mode().label()).collect(Collectors.joining(", "));
  }

  ActiveMode withState(ModeState changed) {
    return new ActiveMode(project, session, changed, startedAt, checkedAt, lastSeen, holds);
  }

  /** A Stop has looked at it. */
  ActiveMode checked(long now) {
    return new ActiveMode(project, session, state, startedAt, now, lastSeen, holds);
  }

  /** It has kept its session from stopping. */
  ActiveMode held(ModeState next, long now) {
    return new ActiveMode(project, session, next, startedAt, now, lastSeen, holds + 1);
  }

  /** Without a sign of life for two hours it binds nobody. */
  public boolean stale(long now) {
    long freshest = Math.max(startedAt, Math.max(checkedAt, lastSeen));
    return now - freshest > Session.STALE.toMillis();
  }
}
