package swarmd.userhooks;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.store.Store;

/** Keeps waiting texts in the store, so that they survive a restart. */
final class StoredContexts {
  private static final Logger log = LoggerFactory.getLogger(StoredContexts.class);

  private final Store store;

  StoredContexts(Store store) {
    this.store = store;
  }

  /** All texts except stale ones, which are removed. */
  CompletableFuture<List<WaitingContexts.Entry>> load(long staleBefore) {
    return store
        .<List<WaitingContexts.Entry>>write(
            all -> {
              all.get(WaitingContexts.class).forgetBefore(staleBefore);
              return all.get(WaitingContexts.class).all();
            })
        .exceptionally(
            failure -> {
              log.warn(
                  "Could not read the texts that were waiting for models before the restart",
                  failure);
              return List.of();
            });
  }

  /** The number of the text, once it is stored. */
  CompletableFuture<Long> add(WaitingContext context) {
    return store.<Long>write(all -> all.get(WaitingContexts.class).add(context));
  }

  CompletableFuture<Void> remove(List<CompletableFuture<Long>> ids) {
    if (ids.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    return allOf(ids)
        .thenCompose(
            stored ->
                store.write(
                    all -> {
                      all.get(WaitingContexts.class)
                          .remove(ids.stream().map(CompletableFuture::join).toList());
                      return true;
                    }))
        .thenAccept(removed -> {});
  }

  /** Completes with the value after the writes. If they fail, texts are kept in memory only. */
  static <T> CompletableFuture<T> after(List<? extends CompletableFuture<?>> writes, T value) {
    return allOf(writes)
        .handle(
            (done, failure) -> {
              if (failure != null) {
                log.warn(
                    "Could not store a text that is waiting for a model: {}", failure.getMessage());
              }
              return value;
            });
  }

  private static CompletableFuture<Void> allOf(List<? extends CompletableFuture<?>> futures) {
    return CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new));
  }
}
