package swarmd.store.sqlite;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import swarmd.store.Snapshot;
import swarmd.store.Store;
import swarmd.store.Transaction;

/** A store that counts how often it is read. */
final class ReadsCounted implements Store {
  private final Store store;
  private final AtomicInteger reads = new AtomicInteger();

  ReadsCounted(Store store) {
    this.store = store;
  }

  int reads() {
    return reads.get();
  }

  @Override
  public <T> CompletableFuture<T> write(Function<Transaction, T> work) {
    return store.write(work);
  }

  @Override
  public <T> CompletableFuture<T> writeCopy(Function<Transaction, T> work) {
    return store.writeCopy(work);
  }

  @Override
  public void writeBehind(Consumer<Transaction> work) {
    store.writeBehind(work);
  }

  @Override
  public <T> CompletableFuture<T> writeLater(Function<Transaction, T> work) {
    return store.writeLater(work);
  }

  @Override
  public <T> CompletableFuture<T> read(Function<Snapshot, T> query) {
    reads.incrementAndGet();
    return store.read(query);
  }

  @Override
  public <E> void onCommit(Class<E> type, Consumer<List<E>> listener) {
    store.onCommit(type, listener);
  }
}
