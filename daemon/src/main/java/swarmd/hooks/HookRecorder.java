package swarmd.hooks;

import java.util.Map;
import java.util.Optional;
import swarmd.catalogue.EventKind;
import swarmd.sessions.SessionRepository;
import swarmd.sessions.SubagentRepository;
import swarmd.store.Transaction;

/**
 * Keeps what every event leaves behind: its record, and the sign of life of its session, by which
 * leases are renewed and modes stay fresh. Nobody waits for it.
 */
public final class HookRecorder {
  private final RetriedWrites writes;
  private final ActivityListener activity;
  private final int keep;

  /**
   * @param keep how many records are kept
   */
  public HookRecorder(RetriedWrites writes, ActivityListener activity, int keep) {
    this.writes = writes;
    this.activity = activity;
    this.keep = keep;
  }

  void record(HookEvent event, HookRecord record) {
    Optional<String> agentType = event.text("agent_type").filter(name -> !name.isBlank());
    HookEvent bare = event.withFields(Map.of()); // may wait for a full disk, its payload need not
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
    sessions.seen(project, session, event.host().id(), now);
    if (event.agent().isPresent() && !event.is(EventKind.SUBAGENT_STOP)) {
      subagents.seen(project, session, event.agent().get(), agentType, now);
    }
    if (event.is(EventKind.BEFORE_TOOL) || event.kind().isAfterTool()) {
      IdleHolds.reset(sessions, project, session);
    }
    activity.active(transaction, event, now);
  }
}
