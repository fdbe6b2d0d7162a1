package swarmd.hooks;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import swarmd.store.Store;
import swarmd.time.Time;

/**
 * What each model has been told, so that nothing is said twice, also after a restart of the daemon.
 * A conversation's part is read once and then kept in memory.
 */
public final class DeliveryLog {
  private final Store store;
  private final RetriedWrites writes;
  private final Time time;
  private final PerConversation<Known> known = new PerConversation<>(Known::new);

  public DeliveryLog(Store store, RetriedWrites writes, Time time) {
    this.store = store;
    this.writes = writes;
    this.time = time;
  }

  /** Empty until somebody asks. */
  private static final class Known {
    private Optional<CompletableFuture<Set<String>>> all = Optional.empty();
  }

  /**
   * Which of these the event's model has not been told; from now on it counts as told. All of them
   * if the event has no session, since nobody could tell.
   *
   * @param what short names that stay the same, such as "rule " and a hash
   */
  public CompletableFuture<List<String>> news(HookEvent event, Collection<String> what) {
    if (what.isEmpty() || !event.hasSession()) {
      return CompletableFuture.completedFuture(List.copyOf(what));
    }
    Conversation conversation = Conversation.of(event).orElseThrow();
    return of(conversation)
        .thenApply(told -> what.stream().filter(told::add).toList())
        .thenApply(
            news -> {
              if (!news.isEmpty()) {
                keep(conversation, news);
              }
              return news;
            });
  }

  private CompletableFuture<Set<String>> of(Conversation conversation) {
    Known part = known.of(conversation);
    synchronized (part) {
      if (part.all.filter(all -> !all.isCompletedExceptionally()).isEmpty()) {
        part.all =
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
      return part.all.get();
    }
  }

  private void keep(Conversation conversation, List<String> news) {
    long now = time.millis();
    writes.submit(
        transaction ->
            news.forEach(
                what -> transaction.get(DeliveryRepository.class).add(conversation, what, now)));
  }

  /** The session's models have forgotten what they were told: it was compacted or cleared. */
  public void forget(String project, String session) {
    known.forget(project, session);
    writes.submit(
        transaction -> transaction.get(DeliveryRepository.class).forget(project, session));
  }
}
