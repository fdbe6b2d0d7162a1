package swarmd.client;

import java.io.IOException;

/** A pause between two polls. */
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
