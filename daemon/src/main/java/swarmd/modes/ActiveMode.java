package swarmd.modes;

import java.util.List;
import java.util.stream.Collectors;
import swarmd.sessions.Session;

/**
 * A mode that a session is in. Times are epoch milliseconds.
 *
 * @param checkedAt when a Stop last judged it
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

  /** For messages to people. */
  public static String names(List<ActiveMode> modes) {
    return modes.stream().map(active -> active.mode().label()).collect(Collectors.joining(", "));
  }

  ActiveMode withState(ModeState changed) {
    return new ActiveMode(project, session, changed, startedAt, checkedAt, lastSeen, holds);
  }

  /** After a Stop that it let through. */
  ActiveMode checked(long now) {
    return new ActiveMode(project, session, state, startedAt, now, lastSeen, holds);
  }

  /** After a Stop that it held. */
  ActiveMode held(ModeState next, long now) {
    return new ActiveMode(project, session, next, startedAt, now, lastSeen, holds + 1);
  }

  /** After two hours without a sign of life it holds nothing. */
  public boolean stale(long now) {
    long freshest = Math.max(startedAt, Math.max(checkedAt, lastSeen));
    return now - freshest > Session.STALE.toMillis();
  }
}
