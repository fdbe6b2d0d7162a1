package swarmd.hooks;

import java.util.Map;
import java.util.Optional;
import swarmd.catalogue.EventKind;
import swarmd.sessions.LivingSessions;
import swarmd.sessions.SessionRepository;
import swarmd.sessions.SubagentRepository;
import swarmd.store.Transaction;

/**
 * Stores the record of every event and its session's sign of life, which renews leases and keeps
 * modes alive. Runs in the background.
 */
public final class HookRecorder {
  private final RetriedWrites writes;
  private final ActivityListener activity;
  private final LivingSessions living;
  private final EventSigns signs;
  private final int keep;

  /**
   * @param keep how many records are kept
   */
  public HookRecorder(
      RetriedWrites writes, ActivityListener activity, LivingSessions living, int keep) {
    this.writes = writes;
    this.activity = activity;
    this.living = living;
    signs = new EventSigns(living);
    this.keep = keep;
  }

  /** Must be called before the event is handled, which may take a while. */
  void arrived(HookEvent event, long now) {
    signs.arrived(event, now);
  }

  void answered(HookEvent event, HookResult result, HookRecord record) {
    signs.answered(event, result, record.at());
    Optional<String> agentType = event.text("agent_type").filter(name -> !name.isBlank());
    // The write may wait for a full disk; keeping payloads that long would use up memory.
    HookEvent bare = event.withFields(Map.of());
    writes.submit(
        transaction -> {
          noteActivity(transaction, bare, agentType, record.at());
          transaction.get(HookLog.class).append(record, keep);
        });
  }

  private void noteActivity(
      Transaction transaction, HookEvent event, Optional<String> agentType, long now) {
    if (!event.hasSession()) {
      return;
    }
    String project = event.project().get();
    String session = event.session().get();
    SessionRepository sessions = transaction.get(SessionRepository.class);
    SubagentRepository subagents = transaction.get(SubagentRepository.class);
    sessions.seen(project, session, event.host().id(), living.find(project, session), now);
    if (event.agent().isPresent() && !event.is(EventKind.SUBAGENT_STOP)) {
      subagents.seen(project, session, event.agent().get(), agentType, now);
    }
    if (event.is(EventKind.BEFORE_TOOL) || event.kind().isAfterTool()) {
      IdleHolds.reset(sessions, project, session);
    }
    activity.active(transaction, event, now);
  }
}
