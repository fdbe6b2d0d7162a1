package swarmd.userhooks;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;

/**
 * The beginning of a hook's output. Output over its own limit, or over the budget of all hooks, is
 * read and dropped, so that the hook does not block.
 */
final class CappedOutput {
  private final int limit;
  private final Semaphore budget;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private boolean closed;
  private boolean cut;
  private boolean lost;

  /**
   * @param budget bytes that all hooks together may still keep
   */
  CappedOutput(int limit, Semaphore budget) {
    this.limit = limit;
    this.budget = budget;
  }

  synchronized void add(byte[] bytes, int count) {
    int wanted = Math.min(count, limit - kept.size());
    cut |= !closed && wanted < count;
    if (closed || lost || wanted <= 0) {
      return;
    }
    if (budget.tryAcquire(wanted)) {
      kept.write(bytes, 0, wanted);
    } else {
      lost = true;
    }
  }

  /** Whether the output was longer than its limit. */
  synchronized boolean isCut() {
    return cut;
  }

  /** Whether output within the limit was dropped because other hooks used up the budget. */
  synchronized boolean isLost() {
    return lost;
  }

  /** Returns the kept text; later output is dropped. */
  synchronized String close() {
    String text = kept.toString(StandardCharsets.UTF_8);
    if (!closed) {
      closed = true;
      budget.release(kept.size());
    }
    return text;
  }
}
