package swarmd.messages;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import swarmd.common.Outcome;
import swarmd.store.Store;
import swarmd.time.Time;

/** Stores messages on this workstation. */
public final class LocalMessages implements MessageStore {
  private final Store store;
  private final Consumer<List<Message>> onStored;
  private final Time time;

  /**
   * @param onStored gets new messages before their sender hears of them
   */
  public LocalMessages(Store store, Consumer<List<Message>> onStored, Time time) {
    this.store = store;
    this.onStored = onStored;
    this.time = time;
  }

  @Override
  public CompletableFuture<Outcome<Sent>> add(NewMessage message) {
    return store
        .write(transaction -> add(transaction.get(MessageRepository.class), message, time.millis()))
        .thenApply(
            outcome -> {
              if (outcome instanceof Outcome.Ok<Sent> ok) {
                onStored.accept(ok.value().stored());
              }
              return outcome;
            });
  }

  private static Outcome<Sent> add(MessageRepository messages, NewMessage message, long now) {
    List<Message> before = messages.of(message.sending());
    if (!before.isEmpty()) {
      return Outcome.ok(new Sent(before, List.of()));
    }
    if (messages.countCalls(message.sender().key(), now - MessageLimits.PERIOD.toMillis())
        >= MessageLimits.MAX_CALLS) {
      return MessageLimits.tooOften();
    }
    List<Message> stored = new ArrayList<>();
    List<Address> full = new ArrayList<>();
    for (Address receiver : message.receivers()) {
      if (messages.countWaiting(message.project(), receiver, now - Message.KEPT_MILLIS)
          < MessageLimits.MAX_WAITING) {
        stored.add(messages.add(message, receiver, now));
      } else {
        full.add(receiver);
      }
    }
    return MessageLimits.checked(new Sent(stored, full));
  }
}
