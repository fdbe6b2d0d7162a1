package swarmd.store;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import swarmd.swarm.Snapshot;
import swarmd.swarm.Store;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.Transaction;

/** A store that counts how often it is read. */
final class ReadsCounted<W extends Transaction, R extends Snapshot> implements Store<W, R> {
  private final Store<W, R> store;
  private final AtomicInteger reads = new AtomicInteger();

  ReadsCounted(Store<W, R> store) {
    this.store = store;
  }

  int reads() {
    return reads.get();
  }

  @Override
  public <T> CompletableFuture<T> write(Function<? super W, T> work) {
    return store.write(work);
  }

  @Override
  public <T> CompletableFuture<T> writeLater(Function<? super W, T> work) {
    return store.writeLater(work);
  }

  @Override
  public <T> CompletableFuture<T> read(Function<? super R, T> query) {
    reads.incrementAndGet();
    return store.read(query);
  }

  @Override
  public void onCommit(Consumer<List<TaskEvent>> listener) {
    store.onCommit(listener);
  }
}
