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

  /**
   * @param budget bytes that all together may still keep
   */
  CappedOutput(int limit, Semaphore budget) {
    this.limit = limit;
    this.budget = budget;
  }

  synchronized void add(byte[] bytes, int count) {
    int wanted = Math.min(count, limit - kept.size());
    if (!closed && wanted > 0 && budget.tryAcquire(wanted)) {
      kept.write(bytes, 0, wanted);
    }
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
