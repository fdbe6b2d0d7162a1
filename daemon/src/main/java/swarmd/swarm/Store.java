package swarmd.swarm;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Keeps what was acknowledged, whatever happens to the process.
 *
 * @param <W> what a write works with
 * @param <R> what a query works with
 */
public interface Store<W extends Transaction, R extends Snapshot> {

  /**
   * Runs the work in a transaction; the future is done once its effects would survive a power cut.
   */
  <T> CompletableFuture<T> write(Function<? super W, T> work);

  /**
   * Like {@link #write} for who is in no hurry: it waits a moment for others to share its commit
   * with. Writes that are asked for later never come before it.
   */
  <T> CompletableFuture<T> writeLater(Function<? super W, T> work);

  /** Runs the query on a snapshot; it never waits for a write. */
  <T> CompletableFuture<T> read(Function<? super R, T> query);

  /** Tells the listener, after each commit, what has happened. The listener must not block. */
  void onCommit(Consumer<List<TaskEvent>> listener);

  /**
   * The store cannot take the request now: the disk is full, the file is locked, too much waits.
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
