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
 * Delivers task events in order, without gaps. Each follower has a position in the stored events
 * and reads from there at its own speed; a commit only wakes it.
 */
public final class EventFeed {
  public static final NumberRange SINCE = NumberRange.atLeast("since", 0);

  private static final Logger log = LoggerFactory.getLogger(EventFeed.class);
  private static final int PAGE = 500;

  private final Store store;
  private final Set<Subscription> subscriptions = ConcurrentHashMap.newKeySet();

  public EventFeed(Store store) {
    this.store = store;
    store.onCommit(TaskEvent.class, this::wakeFollowers);
  }

  private void wakeFollowers(List<TaskEvent> events) {
    if (!subscriptions.isEmpty()) {
      Set<String> projects = events.stream().map(TaskEvent::project).collect(Collectors.toSet());
      subscriptions.stream()
          .filter(subscription -> subscription.project.map(projects::contains).orElse(true))
          .forEach(Subscription::wake);
    }
  }

  /** Whether anybody receives events now. */
  public boolean isFollowed() {
    return !subscriptions.isEmpty();
  }

  /**
   * Starts delivering events.
   *
   * @param since the last event the follower has received; if empty, it gets only new ones
   * @param deliver receives events; the next batch follows when its future completes
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

  /** One follower and its position. */
  public final class Subscription {
    private final Optional<String> project;
    private final Function<List<TaskEvent>, CompletableFuture<Void>> deliver;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private long lastRead;
    private boolean busy = true;
    private boolean pending;

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
                  lastRead = id;
                  deliverNext();
                }
              });
    }

    private void wake() {
      synchronized (this) {
        pending = true;
        if (busy) {
          return;
        }
        busy = true;
      }
      deliverNext();
    }

    private void deliverNext() {
      synchronized (this) {
        pending = false;
      }
      store
          .read(snapshot -> snapshot.get(TaskQueries.class).eventsAfter(lastRead, project, PAGE))
          .thenCompose(
              events -> {
                if (events.isEmpty() || ended.isDone()) {
                  return CompletableFuture.completedFuture(false);
                }
                lastRead = events.get(events.size() - 1).id();
                return deliver.apply(events).thenApply(done -> true);
              })
          .whenComplete(
              (delivered, failure) -> {
                if (failure != null) {
                  fail(failure);
                } else if (delivered || continueIfPending()) {
                  deliverNext();
                }
              });
    }

    private synchronized boolean continueIfPending() {
      busy = pending;
      return pending;
    }

    private void fail(Throwable failure) {
      log.debug("A follower has disconnected: {}", failure.toString());
      end();
    }

    public void end() {
      subscriptions.remove(this);
      ended.complete(null);
    }

    /** Completes when nothing more will be delivered. */
    public CompletableFuture<Void> ended() {
      return ended;
    }
  }
}
