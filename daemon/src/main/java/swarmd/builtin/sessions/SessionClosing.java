package swarmd.builtin.sessions;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.common.LruMap;
import swarmd.modes.ActiveMode;
import swarmd.modes.Modes;
import swarmd.sessions.Binding;
import swarmd.sessions.FileEditRepository;
import swarmd.sessions.LivingSessions;
import swarmd.sessions.Session;
import swarmd.sessions.SessionRepository;
import swarmd.store.Transaction;
import swarmd.swarm.SessionLeases;
import swarmd.swarm.Task;
import swarmd.time.Time;

/**
 * Closes a session: releases its tasks, ends its modes and summarizes its work. Never touches other
 * sessions.
 */
public final class SessionClosing {
  private static final Logger log = LoggerFactory.getLogger(SessionClosing.class);

  /** After /clear, the next session starts right away. */
  private static final Duration CLEAR_TO_START = Duration.ofMinutes(1);

  private final SessionLeases leases;
  private final Modes modes;
  private final LivingSessions living;
  private final Time time;

  /** Modes ended by /clear, by project and host, until the next session reports them. */
  private final Map<String, Cleared> cleared = Collections.synchronizedMap(new LruMap<>(100));

  private record Cleared(String modes, long at) {}

  public SessionClosing(SessionLeases leases, Modes modes, LivingSessions living, Time time) {
    this.leases = leases;
    this.modes = modes;
    this.living = living;
    this.time = time;
  }

  /** How a session ended. */
  enum Ending {
    /** Its host reported the end; it may be resumed. */
    ENDED,
    /** The user cleared it; it cannot be resumed. */
    CLEARED,
    /** Its host's process is gone. */
    HOST_GONE
  }

  /** Ends the session of a host whose process is gone. */
  public CompletableFuture<Optional<String>> hostIsGone(Binding binding) {
    return close(binding.project().id(), binding.session(), binding.host(), Ending.HOST_GONE);
  }

  /** Returns a summary of the session; empty if it had already ended or was never known. */
  CompletableFuture<Optional<String>> close(
      String project, String session, String host, Ending ending) {
    living.forget(project, session);
    return modes
        .write(transaction -> close(transaction, project, session, host, ending))
        .thenApply(
            summary -> {
              summary.ifPresent(text -> log.info("Session {} has ended: {}", session, text));
              return summary;
            });
  }

  private Optional<String> close(
      Transaction transaction, String project, String session, String host, Ending ending) {
    long now = time.millis();
    SessionRepository sessions = transaction.get(SessionRepository.class);
    Optional<Session> open =
        sessions.find(project, session).filter(known -> known.endedAt().isEmpty());
    List<Task> released = release(transaction, project, session, ending, now);
    List<ActiveMode> ended =
        ending == Ending.CLEARED
            ? modes.endWithin(transaction, project, session)
            : modes.suspendWithin(transaction, project, session, now);
    if (ending == Ending.CLEARED && !ended.isEmpty()) {
      cleared.put(key(project, host), new Cleared(ActiveMode.names(ended), now));
    }
    Optional<String> summary =
        open.map(
            known ->
                SessionSummary.of(known, transaction, released.size(), ended.size(), now).text());
    transaction.get(FileEditRepository.class).forget(project, session);
    if (open.isPresent() || ending != Ending.HOST_GONE) {
      sessions.seen(project, session, host, now);
      sessions.ended(project, session, now);
    }
    return summary;
  }

  /** The modes that ended when the user cleared the previous session; returned once. */
  Optional<String> takeCleared(String project, String host) {
    return Optional.ofNullable(cleared.remove(key(project, host)))
        .filter(found -> time.millis() - found.at < CLEAR_TO_START.toMillis())
        .map(Cleared::modes);
  }

  private static String key(String project, String host) {
    return host + " " + project;
  }

  /** Only a task whose host died counts as an attempt. */
  private List<Task> release(
      Transaction transaction, String project, String session, Ending ending, long now) {
    return ending == Ending.HOST_GONE
        ? leases.abandonHeld(transaction, project, session, "its host's process ended", now)
        : leases.releaseHeld(transaction, project, session, task -> true, "its session ended", now);
  }
}
