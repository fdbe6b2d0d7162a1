package swarmd.store.sqlite;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/** A queue whose consumer may sleep: the first element after it was empty wakes it up. */
final class DeferredQueue<T> {
  private final BlockingQueue<T> queue;
  private final Runnable wakeUp;
  private final AtomicBoolean awake = new AtomicBoolean();

  DeferredQueue(BlockingQueue<T> queue, Runnable wakeUp) {
    this.queue = queue;
    this.wakeUp = wakeUp;
  }

  /** Returns false if there is no room. */
  boolean offer(T next) {
    boolean added = queue.offer(next);
    if (added && awake.compareAndSet(false, true)) {
      wakeUp.run();
    }
    return added;
  }

  /** For the consumer. After true, the next {@link #offer} wakes it up. */
  boolean isEmpty() {
    if (!queue.isEmpty()) {
      return false;
    }
    awake.set(false); // before checking again: an element added earlier did not wake the consumer
    return queue.isEmpty();
  }

  int size() {
    return queue.size();
  }

  void drainTo(List<? super T> list) {
    queue.drainTo(list);
  }
}
