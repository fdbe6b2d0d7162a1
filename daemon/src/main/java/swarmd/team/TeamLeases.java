package swarmd.team;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.common.Cause;
import swarmd.store.Transaction;
import swarmd.swarm.Lease;
import swarmd.swarm.SessionLeases;
import swarmd.swarm.Task;
import swarmd.swarm.TaskRepository;
import swarmd.swarm.TaskRules;
import swarmd.team.CopyRepository.Intent;
import swarmd.team.CopyRepository.Intent.Step;

/**
 * What the events of a session do to tasks that the team's database keeps. No event waits for it:
 * renewals are sent in batches, and releases by the {@link Outbox}.
 */
final class TeamLeases implements SessionLeases {
  private static final Logger log = LoggerFactory.getLogger(TeamLeases.class);

  private final TeamDatabase database;
  private final TeamCopy copy;
  private final TaskRules rules;
  private final Outbox outbox;
  private final TeamClock clock;

  /** The fence of each lease to renew, by task. */
  private final Map<Long, Long> waiting = new TreeMap<>();

  private boolean sending;

  /** Completes when what was being sent is stored. */
  private CompletableFuture<Void> sent = CompletableFuture.completedFuture(null);

  TeamLeases(
      TeamDatabase database, TeamCopy copy, TaskRules rules, Outbox outbox, TeamClock clock) {
    this.database = database;
    this.copy = copy;
    this.rules = rules;
    this.outbox = outbox;
    this.clock = clock;
  }

  @Override
  public void renewHeld(
      Transaction transaction,
      String project,
      String session,
      Predicate<Task> belongsToAgent,
      long now) {
    transaction.get(TaskRepository.class).heldInSession(project, session).stream()
        .filter(task -> rules.worthRenewing(task, Math.max(now, clock.millis())))
        .filter(belongsToAgent)
        .forEach(this::renew);
  }

  /** Soon, together with others. */
  void renew(Task held) {
    Lease lease = held.lease().orElseThrow();
    synchronized (this) {
      waiting.put(held.id(), lease.fence());
      if (sending) {
        return;
      }
      sending = true;
      sent = new CompletableFuture<>();
    }
    sendRenewals();
  }

  /** Completes when all leases are renewed that are being renewed now. */
  synchronized CompletableFuture<Void> renewed() {
    return sent.copy();
  }

  private void sendRenewals() {
    ArrayNode batch = JsonNodeFactory.instance.arrayNode();
    CompletableFuture<Void> mine;
    synchronized (this) {
      waiting.forEach((id, fence) -> batch.addObject().put("id", id).put("fence", fence));
      waiting.clear();
      mine = sent;
      sending = !batch.isEmpty();
    }
    if (batch.isEmpty()) {
      mine.complete(null);
      return;
    }
    database
        .renew(batch)
        .thenCompose(answer -> copy.put(clock.read(answer), reader -> true))
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                log.debug("Leases were not renewed: {}", Cause.of(failure).toString());
                synchronized (this) {
                  sending = false; // the next sign of life tries again
                }
                mine.completeExceptionally(Cause.of(failure));
              } else {
                sendRenewals();
              }
            });
  }

  @Override
  public List<Task> releaseHeld(
      Transaction transaction,
      String project,
      String session,
      Predicate<Task> belongsToAgent,
      String note,
      long now) {
    List<Task> left =
        transaction.get(TaskRepository.class).heldInSession(project, session).stream()
            .filter(belongsToAgent)
            .toList();
    send(transaction, Step.RELEASE_LEFT, left, note);
    return left;
  }

  @Override
  public List<Task> abandonHeld(
      Transaction transaction, String project, String session, String why, long now) {
    List<Task> held = transaction.get(TaskRepository.class).heldInSession(project, session);
    send(transaction, Step.ABANDON, held, why);
    return held;
  }

  private void send(Transaction transaction, Step step, List<Task> tasks, String text) {
    for (Task task : tasks) {
      String token = task.lease().orElseThrow().token();
      outbox.add(transaction, new Intent(0, step, task.id(), token, Optional.of(text)));
    }
    if (!tasks.isEmpty()) {
      outbox.send(); // its first write comes after this transaction
    }
  }
}
