package swarmd.swarm;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/** A database that takes no writes while the test says so. */
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
  public Store<?, ?> open() {
    return new Guarded<>(database.open());
  }

  @Override
  public void close(Store<?, ?> store) {
    database.close(((Guarded<?, ?>) store).store);
  }

  @Override
  public void close() {
    database.close();
  }

  private final class Guarded<W extends Transaction, R extends Snapshot> implements Store<W, R> {
    private final Store<W, R> store;

    Guarded(Store<W, R> store) {
      this.store = store;
    }

    @Override
    public <T> CompletableFuture<T> write(Function<? super W, T> work) {
      return full
          ? CompletableFuture.failedFuture(new Unavailable("the disk is full"))
          : store.write(work);
    }

    @Override
    public <T> CompletableFuture<T> writeLater(Function<? super W, T> work) {
      return write(work);
    }

    @Override
    public <T> CompletableFuture<T> read(Function<? super R, T> query) {
      return store.read(query);
    }

    @Override
    public void onCommit(Consumer<List<TaskEvent>> listener) {
      store.onCommit(listener);
    }
  }
}
