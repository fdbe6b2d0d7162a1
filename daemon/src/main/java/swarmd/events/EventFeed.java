package swarmd.events;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.common.NumberRange;
import swarmd.store.Store;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskQueries;

/**
 * Passes events on in their order, without gaps. Each follower has a place in the stored events and
 * reads on from there at its own speed; a commit only tells it that there is more.
 */
public final class EventFeed {
  public static final NumberRange SINCE = NumberRange.atLeast("since", 0);

  private static final Logger log = LoggerFactory.getLogger(EventFeed.class);
  private static final int PAGE = 500;

  private final Store store;
  private final Set<Subscription> subscriptions = ConcurrentHashMap.newKeySet();

  public EventFeed(Store store) {
    this.store = store;
    store.onCommit(TaskEvent.class, this::tell);
  }

  private void tell(List<TaskEvent> events) {
    if (!subscriptions.isEmpty()) {
      Set<String> projects = events.stream().map(TaskEvent::project).collect(Collectors.toSet());
      subscriptions.stream()
          .filter(subscription -> subscription.project.map(projects::contains).orElse(true))
          .forEach(Subscription::more);
    }
  }

  /**
   * Starts passing events on.
   *
   * @param since the last event the follower has seen; only new ones if empty
   * @param deliver passes events on; the next come when its future is done
   */
  public Subscription follow(
      Optional<Long> since,
      Optional<String> project,
      Function<List<TaskEvent>, CompletableFuture<Void>> deliver) {
    since.ifPresent(SINCE::check);
    Subscription subscription = new Subscription(project, deliver);
    subscriptions.add(subscription);
    subscription.start(since);
    return subscription;
  }

  /** One follower's place. */
  public final class Subscription {
    private final Optional<String> project;
    private final Function<List<TaskEvent>, CompletableFuture<Void>> deliver;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private long seen;
    private boolean busy = true;
    private boolean more;

    private Subscription(
        Optional<String> project, Function<List<TaskEvent>, CompletableFuture<Void>> deliver) {
      this.project = project;
      this.deliver = deliver;
    }

    private void start(Optional<Long> since) {
      since
          .map(CompletableFuture::completedFuture)
          .orElseGet(() -> store.read(snapshot -> snapshot.get(TaskQueries.class).lastEventId()))
          .whenComplete(
              (id, failure) -> {
                if (failure != null) {
                  fail(failure);
                } else {
                  seen = id;
                  readOn();
                }
              });
    }

    private void more() {
      synchronized (this) {
        more = true;
        if (busy) {
          return;
        }
        busy = true;
      }
      readOn();
    }

    private void readOn() {
      synchronized (this) {
        more = false;
      }
      store
          .read(snapshot -> snapshot.get(TaskQueries.class).eventsAfter(seen, project, PAGE))
          .thenCompose(
              events -> {
                if (events.isEmpty() || ended.isDone()) {
                  return CompletableFuture.completedFuture(false);
                }
                seen = events.get(events.size() - 1).id();
                return deliver.apply(events).thenApply(done -> true);
              })
          .whenComplete(
              (delivered, failure) -> {
                if (failure != null) {
                  fail(failure);
                } else if (delivered || moreCame()) {
                  readOn();
                }
              });
    }

    private synchronized boolean moreCame() {
      busy = more;
      return more;
    }

    private void fail(Throwable failure) {
      log.debug("A follower is gone: {}", failure.toString());
      end();
    }

    public void end() {
      subscriptions.remove(this);
      ended.complete(null);
    }

    /** Done when nothing more will be delivered. */
    public CompletableFuture<Void> ended() {
      return ended;
    }
  }
}
