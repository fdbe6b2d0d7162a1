package swarmd.builtin.sessions;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.modes.ActiveMode;
import swarmd.modes.ModeRepository;
import swarmd.sessions.FileEditRepository;
import swarmd.sessions.Session;
import swarmd.sessions.SessionRepository;
import swarmd.store.Store;
import swarmd.store.Transaction;
import swarmd.swarm.TaskRepository;
import swarmd.swarm.TaskRules;
import swarmd.time.Time;

/**
 * Closes a session: its modes end, its tasks are free again, and what it has done is noted; others
 * are never touched.
 */
public final class SessionEnd implements HookHandler {
  private static final Logger log = LoggerFactory.getLogger(SessionEnd.class);

  private final Store store;
  private final TaskRules rules;
  private final EditLog edits;
  private final Notices notices;
  private final Time time;

  public SessionEnd(Store store, TaskRules rules, EditLog edits, Notices notices, Time time) {
    this.store = store;
    this.rules = rules;
    this.edits = edits;
    this.notices = notices;
    this.time = time;
  }

  @Override
  public String name() {
    return "session-end";
  }

  @Override
  public String description() {
    return "ends the session's modes, releases its tasks, notes what it has done";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (!event.hasSession()) {
      return HookResult.SILENCE;
    }
    String project = event.project().get();
    String session = event.session().get();
    edits.forget(project, session);
    notices.forget(project, session);
    return store
        .write(transaction -> close(transaction, project, session, event.host().id()))
        .thenApply(summary -> summary.map(text -> noted(session, text)).orElse(HookResult.NOTHING));
  }

  private static HookResult noted(String session, String summary) {
    log.info("Session {} has ended: {}", session, summary);
    return HookResult.NOTHING.withNote(summary);
  }

  /** Empty where the session was over already, or was never heard of. */
  private Optional<String> close(
      Transaction transaction, String project, String session, String host) {
    long now = time.millis();
    Optional<Session> open =
        transaction
            .get(SessionRepository.class)
            .find(project, session)
            .filter(known -> known.endedAt().isEmpty());
    int released =
        rules
            .releaseHeld(
                transaction.get(TaskRepository.class),
                project,
                session,
                task -> true,
                "its session ended",
                now)
            .size();
    List<ActiveMode> modes =
        transaction.get(ModeRepository.class).list(Optional.of(project), Optional.of(session));
    for (ActiveMode mode : modes) {
      transaction.get(ModeRepository.class).delete(project, session, mode.mode());
    }
    Optional<String> summary =
        open.map(
            known -> SessionSummary.of(known, transaction, released, modes.size(), now).text());
    transaction.get(FileEditRepository.class).forget(project, session);
    transaction.get(SessionRepository.class).seen(project, session, host, now);
    transaction.get(SessionRepository.class).ended(project, session, now);
    return summary;
  }
}
