package swarmd.hooks;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import swarmd.store.RetriedWrites;
import swarmd.store.Store;
import swarmd.time.Time;

/**
 * Records which texts each model has received, so that none is sent twice, even after a restart of
 * the daemon. A conversation's deliveries are read once and then cached.
 */
public final class DeliveryLog {
  private final Store store;
  private final RetriedWrites writes;
  private final Time time;
  private final PerConversation<Deliveries> cache = new PerConversation<>(Deliveries::new);

  public DeliveryLog(Store store, RetriedWrites writes, Time time) {
    this.store = store;
    this.writes = writes;
    this.time = time;
  }

  /** Loaded on first use. */
  private static final class Deliveries {
    private Optional<CompletableFuture<Set<String>>> keys = Optional.empty();
  }

  /**
   * Returns those keys that have not been delivered to the event's model, and marks them as
   * delivered. An event without a session gets all of them, because nothing is recorded for it.
   *
   * @param keys short and stable, such as "rule " and a hash
   */
  public CompletableFuture<List<String>> news(HookEvent event, Collection<String> keys) {
    if (keys.isEmpty() || !event.hasSession()) {
      return CompletableFuture.completedFuture(List.copyOf(keys));
    }
    Conversation conversation = Conversation.of(event).orElseThrow();
    return deliveredTo(conversation)
        .thenApply(delivered -> keys.stream().filter(delivered::add).toList())
        .thenApply(
            news -> {
              if (!news.isEmpty()) {
                save(conversation, news);
              }
              return news;
            });
  }

  private CompletableFuture<Set<String>> deliveredTo(Conversation conversation) {
    Deliveries deliveries = cache.of(conversation);
    synchronized (deliveries) {
      if (deliveries.keys.filter(keys -> !keys.isCompletedExceptionally()).isEmpty()) {
        deliveries.keys =
            Optional.of(
                store
                    .write(
                        transaction -> transaction.get(DeliveryRepository.class).of(conversation))
                    .thenApply(
                        stored -> {
                          Set<String> all = ConcurrentHashMap.newKeySet();
                          all.addAll(stored);
                          return all;
                        }));
      }
      return deliveries.keys.get();
    }
  }

  private void save(Conversation conversation, List<String> news) {
    long now = time.millis();
    writes.submit(
        transaction ->
            news.forEach(
                key -> transaction.get(DeliveryRepository.class).add(conversation, key, now)));
  }

  /** Call when a session was compacted or cleared, so that its models have lost their context. */
  public void forget(String project, String session) {
    cache.forget(project, session);
    writes.submit(
        transaction -> transaction.get(DeliveryRepository.class).forget(project, session));
  }
}
