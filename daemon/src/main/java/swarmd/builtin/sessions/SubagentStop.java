package swarmd.builtin.sessions;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import swarmd.hooks.Conversation;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.hooks.StopMarker;
import swarmd.modes.StopBypass;
import swarmd.sessions.FileEditRepository;
import swarmd.sessions.Subagent;
import swarmd.sessions.SubagentRepository;
import swarmd.store.Store;
import swarmd.store.Transaction;
import swarmd.swarm.SessionLeases;
import swarmd.swarm.Task;
import swarmd.swarm.TaskRepository;
import swarmd.text.QuotedText;
import swarmd.time.Time;

/**
 * Makes a subagent finish or release the tasks it holds before it stops; releases them if it does
 * not.
 */
public final class SubagentStop implements HookHandler {
  private static final int MAX_HOLDS = 3;

  /** Per session. */
  static final int ENDED_KEPT = 100;

  private final Store store;
  private final SessionLeases leases;
  private final Notices notices;
  private final Time time;

  public SubagentStop(Store store, SessionLeases leases, Notices notices, Time time) {
    this.store = store;
    this.leases = leases;
    this.notices = notices;
    this.time = time;
  }

  @Override
  public String name() {
    return "subagent-tracker";
  }

  @Override
  public String description() {
    return "makes a subagent finish or release its tasks before it stops";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (!event.hasSession() || event.agent().isEmpty()) {
      return HookResult.SILENCE;
    }
    boolean mayHold = StopBypass.of(event).isEmpty() && event.host().holdsSubagents();
    return store.write(
        transaction ->
            stop(
                transaction,
                event.project().get(),
                event.session().get(),
                event.agent().get(),
                mayHold));
  }

  private HookResult stop(
      Transaction transaction, String project, String session, String agent, boolean mayHold) {
    List<Task> held =
        transaction.get(TaskRepository.class).heldInSession(project, session).stream()
            .filter(task -> task.agent().filter(agent::equals).isPresent())
            .toList();
    int holds = holds(transaction, project, session, agent);
    if (!held.isEmpty() && holds < MAX_HOLDS && mayHold) {
      transaction
          .get(SubagentRepository.class)
          .seen(project, session, agent, Optional.empty(), time.millis());
      transaction.get(SubagentRepository.class).setHolds(project, session, agent, holds + 1);
      return HookResult.deny(reason(held, holds + 1));
    }
    long now = time.millis();
    leases.releaseHeld(
        transaction,
        project,
        session,
        held::contains,
        "its agent stopped without finishing it",
        now);
    SubagentRepository subagents = transaction.get(SubagentRepository.class);
    subagents.ended(project, session, agent, now);
    FileEditRepository edits = transaction.get(FileEditRepository.class);
    for (String forgotten : subagents.keepEnded(project, session, ENDED_KEPT)) {
      edits.forget(project, session, forgotten);
    }
    notices.forget(new Conversation(project, session, agent));
    return HookResult.NOTHING;
  }

  private static int holds(Transaction transaction, String project, String session, String agent) {
    return transaction
        .get(SubagentRepository.class)
        .find(project, session, agent)
        .map(Subagent::holds)
        .orElse(0);
  }

  private static String reason(List<Task> held, int hold) {
    String tasks =
        held.stream()
            .limit(5)
            .map(task -> "%d (%s)".formatted(task.id(), QuotedText.line(80, task.title())))
            .collect(Collectors.joining(", "));
    long first = held.get(0).id();
    return StopMarker.of("subagent", hold, MAX_HOLDS)
        + "You still hold task %s. Finish it, then run: swarm task done %d. If you cannot, run: swarm task fail %d --error WHY, or: swarm task release %d"
            .formatted(tasks, first, first, first);
  }
}
