package swarmd.userhooks;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;

/**
 * The beginning of what a hook writes. What is over its own limit, or over what all hooks may keep
 * together, is read and dropped, so that the hook does not wait for a reader.
 */
final class CappedOutput {
  private final int limit;
  private final Semaphore budget;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private boolean closed;
  private boolean cut;
  private boolean lost;

  /**
   * @param budget bytes that all together may still keep
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

  /** Whether it went on after its limit. */
  synchronized boolean isCut() {
    return cut;
  }

  /** Whether something within the limit is missing because others keep too much. */
  synchronized boolean isLost() {
    return lost;
  }

  /** What was kept; nothing more is, from now on. */
  synchronized String close() {
    String text = kept.toString(StandardCharsets.UTF_8);
    if (!closed) {
      closed = true;
      budget.release(kept.size());
    }
    return text;
  }
}
