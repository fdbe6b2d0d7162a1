package swarmd.store;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/** Durable storage: an acknowledged write survives a crash of the process. */
public interface Store {

  /**
   * Runs the work in a transaction. The future completes once the effects would survive a power
   * cut. The work may run more than once, the earlier times without effect, so it must change
   * nothing but what the transaction stores.
   */
  <T> CompletableFuture<T> write(Function<Transaction, T> work);

  /**
   * Like {@link #write}, but waits a moment so that it can share a commit with other writes. A
   * write that is submitted later never runs before it.
   */
  <T> CompletableFuture<T> writeLater(Function<Transaction, T> work);

  /**
   * Like {@link #write}, for a copy of what is durable elsewhere: it survives the end of the
   * process, but after a power cut the copy may be older than it was.
   */
  <T> CompletableFuture<T> writeCopy(Function<Transaction, T> work);

  /**
   * Like {@link #writeCopy}, for what is acknowledged before it is copied: whatever is read or
   * written afterwards finds it. A failure is logged; the copy is complete again later.
   */
  void writeBehind(Consumer<Transaction> work);

  /** Runs the query on a snapshot; the only writes that it waits for are those behind. */
  <T> CompletableFuture<T> read(Function<Snapshot, T> query);

  /**
   * Calls the listener after each commit with the events of this type that were appended, in order.
   * The listener must not block.
   */
  <E> void onCommit(Class<E> type, Consumer<List<E>> listener);

  /**
   * The store cannot serve the request now: full disk, locked file, or too many waiting requests.
   */
  final class Unavailable extends RuntimeException {
    private static final long serialVersionUID = 1;

    public Unavailable(String message) {
      super(message);
    }

    public Unavailable(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
