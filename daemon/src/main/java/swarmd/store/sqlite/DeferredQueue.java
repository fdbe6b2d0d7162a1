package swarmd.store.sqlite;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/** What is in no hurry. The first to come rings, so that the one who empties it may sleep. */
final class DeferredQueue<T> {
  private final BlockingQueue<T> queue;
  private final Runnable bell;
  private final AtomicBoolean rung = new AtomicBoolean();

  DeferredQueue(BlockingQueue<T> queue, Runnable bell) {
    this.queue = queue;
    this.bell = bell;
  }

  /** False if there is no room. */
  boolean offer(T next) {
    boolean taken = queue.offer(next);
    if (taken && rung.compareAndSet(false, true)) {
      bell.run();
    }
    return taken;
  }

  /** After this is true, whoever comes rings. */
  boolean isEmpty() {
    if (!queue.isEmpty()) {
      return false;
    }
    rung.set(false); // before the last look: who came before it has perhaps not rung
    return queue.isEmpty();
  }

  void drainTo(List<? super T> list) {
    queue.drainTo(list);
  }
}
