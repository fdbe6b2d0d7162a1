package swarmd.messages;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.sessions.Caller;
import swarmd.store.Store;
import swarmd.swarm.Task;
import swarmd.swarm.TaskQueries;
import swarmd.swarm.TaskText;

/** Sends and lists messages between the agents of a project. No method blocks. */
public final class Messages {
  private static final int MAX_CLAIMS = 1_000;

  private final Store store;
  private final MessageStore messages;
  private final Agents agents;
  private final Senders senders;
  private final Mailboxes mailboxes;
  private final Supplier<CompletableFuture<Void>> current;

  /**
   * @param current completes when the store knows who holds which task
   */
  public Messages(
      Store store,
      MessageStore messages,
      Agents agents,
      Senders senders,
      Mailboxes mailboxes,
      Supplier<CompletableFuture<Void>> current) {
    this.store = store;
    this.messages = messages;
    this.agents = agents;
    this.senders = senders;
    this.mailboxes = mailboxes;
    this.current = current;
  }

  /** The time by the clock of messages, in epoch milliseconds. */
  public long now() {
    return mailboxes.now();
  }

  /** Identifies the caller in this project; refused to an agent of another one. */
  public CompletableFuture<Outcome<Sender>> identify(Caller caller, String project) {
    return senders.identify(caller, project);
  }

  /**
   * Stores a message for each agent that the target means.
   *
   * @param requestId makes the same sender's repeated call return the first one's messages
   */
  public CompletableFuture<Outcome<Sent>> send(
      String project, Sender sender, Target target, String text, Optional<String> requestId) {
    NewMessage.checkText(text);
    NewMessage.REQUEST_ID.check(requestId);
    String sending =
        requestId.map(id -> sender.key() + " " + id).orElseGet(() -> UUID.randomUUID().toString());
    return receivers(project, sender, target)
        .thenCompose(
            found ->
                found instanceof Outcome.Ok<List<Address>> ok
                    ? messages.add(new NewMessage(sending, project, sender, ok.value(), text))
                    : CompletableFuture.completedFuture(found.map(never -> null)));
  }

  private CompletableFuture<Outcome<List<Address>>> receivers(
      String project, Sender sender, Target target) {
    return current
        .get()
        .thenCompose(done -> agents.in(project))
        .thenCompose(
            known ->
                store.read(
                    snapshot ->
                        claims(snapshot.get(TaskQueries.class), project, target)
                            .flatMap(claims -> new Receivers(known, claims).find(target, sender))));
  }

  private static Outcome<List<Task>> claims(TaskQueries tasks, String project, Target target) {
    if (!(target instanceof Target.HolderOf holder)) {
      return Outcome.ok(tasks.claimed(Optional.of(project), MAX_CLAIMS));
    }
    return tasks
        .find(holder.taskId())
        .filter(task -> task.swarm().project().equals(project))
        .map(task -> Outcome.ok(task.lease().isPresent() ? List.of(task) : List.<Task>of()))
        .orElseGet(
            () -> Outcome.refused(ErrorCode.NOT_FOUND, TaskText.noSuchTask(holder.taskId())));
  }

  /** Lists the messages to an agent that is about to read them. */
  public CompletableFuture<List<Message>> open(
      String project, Address owner, boolean read, int limit) {
    return mailboxes
        .open(project, owner, read)
        .thenCompose(opened -> listTo(project, owner, limit));
  }

  public CompletableFuture<List<Message>> listTo(String project, Address receiver, int limit) {
    return store.read(snapshot -> snapshot.get(MessageQueries.class).to(project, receiver, limit));
  }

  public CompletableFuture<List<Message>> listBy(String project, Sender sender, int limit) {
    return store.read(snapshot -> snapshot.get(MessageQueries.class).by(project, sender, limit));
  }

  public CompletableFuture<List<Message>> list(MessageFilter filter) {
    return store.read(snapshot -> snapshot.get(MessageQueries.class).list(filter));
  }
}
