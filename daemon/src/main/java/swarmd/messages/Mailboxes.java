package swarmd.messages;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.messages.MessageQueries.Mailbox;
import swarmd.store.RetriedWrites;
import swarmd.store.Store;
import swarmd.store.Transaction;

/**
 * Hands out the messages that wait on this workstation. A message is delivered once the answer that
 * carries it has left, and that is stored before any later event counts as its acknowledgement. An
 * answer that was lost with the daemon leaves the message as it was, so that it is handed out
 * again.
 */
public final class Mailboxes {
  private static final Logger log = LoggerFactory.getLogger(Mailboxes.class);

  private final Store store;
  private final RetriedWrites writes;
  private final Optional<String> workstation;
  private final LongSupplier now;
  private volatile Runnable onReceipt = () -> {};

  /** Mailboxes that may have something; the number changes with every message that arrives. */
  private final Map<Mailbox, Long> withMail = new ConcurrentHashMap<>();

  private final AtomicLong arrivals = new AtomicLong();

  /** Messages whose answer is on its way. */
  private final Set<Long> inFlight = ConcurrentHashMap.newKeySet();

  private final CompletableFuture<Void> loaded;

  /**
   * @param workstation this one, if a team knows it
   * @param now the clock by which messages are sent, in epoch milliseconds
   */
  public Mailboxes(
      Store store, RetriedWrites writes, Optional<String> workstation, LongSupplier now) {
    this.store = store;
    this.writes = writes;
    this.workstation = workstation;
    this.now = now;
    loaded =
        store
            .read(snapshot -> snapshot.get(MessageQueries.class).withMail(oldest()))
            .handle(
                (found, failure) -> {
                  if (failure == null) {
                    found.forEach(this::mayHaveMail);
                  } else {
                    log.warn("Could not read for whom messages wait", failure);
                  }
                  return null;
                });
  }

  /** The time by the clock of messages, in epoch milliseconds. */
  public long now() {
    return now.getAsLong();
  }

  private long oldest() {
    return now() - Message.KEPT_MILLIS;
  }

  /** Calls the listener whenever a message was delivered or read; must not block. */
  public void onReceipt(Runnable listener) {
    onReceipt = listener;
  }

  /** New messages are stored. */
  public void arrived(Collection<Message> messages) {
    messages.forEach(
        message ->
            mayHaveMail(new Mailbox(message.project(), message.receiver().session().orElse(""))));
  }

  private void mayHaveMail(Mailbox mailbox) {
    withMail.put(mailbox, arrivals.incrementAndGet());
  }

  /** A cheap check, because most events find nothing. */
  public boolean isEmpty(Mailbox mailbox) {
    return loaded.isDone() && !withMail.containsKey(mailbox);
  }

  /**
   * A look into a mailbox.
   *
   * @param concerns the messages that are for whoever looks
   * @param event distinguishes this event from the next one; empty if nothing does
   * @param acknowledges whether it shows that everything delivered before has been read
   * @param beginsAnew whether what was delivered and not read may be lost
   * @param takes which of the messages, oldest first, can be taken along
   */
  public record Visit(
      Mailbox mailbox,
      Predicate<Message> concerns,
      Optional<String> event,
      boolean acknowledges,
      boolean beginsAnew,
      Taker takes) {}

  /** Decides within the transaction. */
  public interface Taker {
    /** Returns the first of these messages, as many as can be taken along. */
    List<Message> take(Transaction transaction, List<Message> waiting);
  }

  private record Look(boolean acknowledged, boolean emptied) {}

  /**
   * The messages to take along. The caller must report whether they were {@link #delivered} or
   * {@link #returned}.
   */
  public CompletableFuture<List<Message>> visit(Visit visit) {
    return loaded.thenCompose(
        done -> {
          Long arrival = withMail.get(visit.mailbox);
          if (arrival == null) {
            return CompletableFuture.completedFuture(List.of());
          }
          List<Message> taken = new ArrayList<>();
          return store
              .write(transaction -> look(transaction, visit, taken))
              .whenComplete(
                  (look, failure) -> {
                    if (failure != null) {
                      returned(taken);
                    } else if (look.emptied) {
                      withMail.remove(visit.mailbox, arrival);
                    }
                  })
              .thenApply(
                  look -> {
                    if (look.acknowledged) {
                      onReceipt.run();
                    }
                    return List.copyOf(taken);
                  });
        });
  }

  private Look look(Transaction transaction, Visit visit, List<Message> taken) {
    returned(taken); // by an earlier run
    taken.clear();
    MessageRepository messages = transaction.get(MessageRepository.class);
    List<Message> unread = messages.unread(visit.mailbox, workstation, oldest());
    List<Message> acknowledged = new ArrayList<>();
    List<Message> waiting = new ArrayList<>();
    for (Message message : unread) {
      if (!visit.concerns.test(message) || inFlight.contains(message.id())) {
        continue;
      }
      boolean repeated = visit.event.isPresent() && visit.event.equals(message.deliveredWith());
      if (!message.isDelivered() || visit.beginsAnew || repeated) {
        waiting.add(message);
      } else if (visit.acknowledges) {
        acknowledged.add(message);
      }
    }
    if (!acknowledged.isEmpty()) {
      messages.markRead(acknowledged, now());
    }
    if (!waiting.isEmpty()) {
      taken.addAll(visit.takes.take(transaction, waiting));
      taken.forEach(message -> inFlight.add(message.id())); // at once: other events come meanwhile
    }
    return new Look(!acknowledged.isEmpty(), acknowledged.size() == unread.size());
  }

  /** The answer with these messages has left. */
  public void delivered(List<Message> messages, Optional<String> event) {
    long at = now();
    writes
        .submitNow(
            transaction ->
                transaction.get(MessageRepository.class).markDelivered(messages, event, at))
        .thenAccept(
            stored -> {
              if (stored) {
                landed(messages);
              } else { // it is retried, and this comes after it
                writes.submit(transaction -> {}, () -> landed(messages));
              }
            });
  }

  private void landed(List<Message> messages) {
    returned(messages);
    onReceipt.run();
  }

  /** The answer with these messages did not leave; they wait again. */
  public void returned(List<Message> messages) {
    messages.forEach(message -> inFlight.remove(message.id()));
  }

  /**
   * Marks everything that waits for this agent as delivered, because it is about to look at it
   * itself.
   *
   * @param read whether no later event will acknowledge it
   */
  public CompletableFuture<Void> open(String project, Address owner, boolean read) {
    Mailbox mailbox = new Mailbox(project, owner.session().orElse(""));
    return store
        .write(
            transaction -> {
              MessageRepository messages = transaction.get(MessageRepository.class);
              long at = now();
              List<Message> own =
                  messages.unread(mailbox, workstation, oldest()).stream()
                      .filter(message -> message.receiver().agent().equals(owner.agent()))
                      .filter(message -> !inFlight.contains(message.id()))
                      .toList();
              messages.markDelivered(
                  own.stream().filter(message -> !message.isDelivered()).toList(),
                  Optional.empty(),
                  at);
              if (read) {
                messages.markRead(own, at);
              }
              return !own.isEmpty();
            })
        .thenAccept(
            changed -> {
              if (changed) {
                onReceipt.run();
              }
            });
  }
}
