package swarmd.client;

import java.io.IOException;

/** Waiting between two looks at something that cannot be waited for. */
final class Pause {
  private Pause() {}

  static void of(long millis) throws IOException {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
