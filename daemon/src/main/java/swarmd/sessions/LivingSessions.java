package swarmd.sessions;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.common.LruMap;
import swarmd.store.Store;

/**
 * The signs of life of all sessions, as of their newest events. The record of each event stores
 * them, so that a daemon that was restarted knows what is under way.
 */
public final class LivingSessions {
  private static final Logger log = LoggerFactory.getLogger(LivingSessions.class);
  private static final int REMEMBERED = 10_000;

  private final Map<Key, SignsOfLife> sessions = new LruMap<>(REMEMBERED);

  private final CurrentCalls calls = new CurrentCalls();

  private record Key(String project, String session) {}

  /** Reads what was stored before this daemon started. Blocks. */
  public void load(Store store) {
    Map<Key, SignsOfLife> stored =
        store
            .read(
                snapshot -> {
                  Map<Key, SignsOfLife> found = new LinkedHashMap<>();
                  snapshot
                      .get(SessionQueries.class)
                      .underWay()
                      .forEach(
                          known -> found.put(new Key(known.project(), known.id()), known.signs()));
                  return found;
                })
            .exceptionally(
                failure -> {
                  log.warn("Could not read what sessions were doing", failure);
                  return Map.of();
                })
            .join();
    synchronized (this) {
      stored.forEach(sessions::putIfAbsent);
    }
  }

  public synchronized Optional<SignsOfLife> find(String project, String session) {
    return Optional.ofNullable(sessions.get(new Key(project, session)));
  }

  /** What their agents were last seen calling. */
  public CurrentCalls calls() {
    return calls;
  }

  /** An event came, or was answered. */
  public synchronized void update(
      String project, String session, UnaryOperator<SignsOfLife> change) {
    sessions.compute(
        new Key(project, session),
        (key, before) -> change.apply(before == null ? SignsOfLife.NONE : before));
  }

  /** The session is over, or begins anew: nothing is under way. */
  public synchronized void forget(String project, String session) {
    sessions.remove(new Key(project, session));
  }

  /** The time that a machine was suspended is not silence. */
  public synchronized void clockMoved(Duration forward, long now) {
    sessions.replaceAll((key, signs) -> signs.clockMoved(forward.toMillis(), now));
  }
}
