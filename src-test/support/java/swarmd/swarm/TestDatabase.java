package swarmd.swarm;

import java.util.Optional;
import swarmd.messages.LocalMessages;
import swarmd.messages.MessageStore;
import swarmd.store.Store;
import swarmd.time.Time;

/** A database of one test, which can be opened again after it was closed. */
public interface TestDatabase extends AutoCloseable {

  Store open();

  /** The tasks, of which an open store has all or a copy. */
  default Tasks tasks(Store store, TaskRules rules, Time time) {
    return new Tasks(store, rules, time);
  }

  /** What sessions do to these tasks. */
  default SessionLeases leases(TaskRules rules) {
    return SessionLeases.local(rules);
  }

  /** Where messages are stored; call it after {@link #tasks}. */
  default MessageStore messages(Store store, Time time) {
    return new LocalMessages(store, stored -> {}, time);
  }

  /** The name of an open store's workstation in messages. */
  default Optional<String> workstation() {
    return Optional.empty();
  }

  /** Sets the clock of a database that has its own. */
  default void moveClockTo(long millis) {}

  /** Waits until the store has everything that was done before. */
  default void settle() {}

  /** Closes a store that {@link #open} returned; the data stay. */
  void close(Store store);

  /** Closes everything that is still open and deletes the data. */
  @Override
  void close();
}
