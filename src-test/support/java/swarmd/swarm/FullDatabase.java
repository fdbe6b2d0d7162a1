package swarmd.swarm;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import swarmd.store.Snapshot;
import swarmd.store.Store;
import swarmd.store.Transaction;

/** A database that refuses writes on demand. */
final class FullDatabase implements TestDatabase {
  private final TestDatabase database;
  private volatile boolean full;

  FullDatabase(TestDatabase database) {
    this.database = database;
  }

  void isFull(boolean now) {
    full = now;
  }

  @Override
  public Store open() {
    return new Guarded(database.open());
  }

  @Override
  public void close(Store store) {
    database.close(((Guarded) store).store);
  }

  @Override
  public void close() {
    database.close();
  }

  private final class Guarded implements Store {
    private final Store store;

    Guarded(Store store) {
      this.store = store;
    }

    @Override
    public <T> CompletableFuture<T> write(Function<Transaction, T> work) {
      return full
          ? CompletableFuture.failedFuture(new Unavailable("the disk is full"))
          : store.write(work);
    }

    @Override
    public <T> CompletableFuture<T> writeCopy(Function<Transaction, T> work) {
      return write(work);
    }

    @Override
    public void writeBehind(Consumer<Transaction> work) {
      write(
          transaction -> {
            work.accept(transaction);
            return true;
          });
    }

    @Override
    public <T> CompletableFuture<T> writeLater(Function<Transaction, T> work) {
      return write(work);
    }

    @Override
    public <T> CompletableFuture<T> read(Function<Snapshot, T> query) {
      return store.read(query);
    }

    @Override
    public <E> void onCommit(Class<E> type, Consumer<List<E>> listener) {
      store.onCommit(type, listener);
    }
  }
}
