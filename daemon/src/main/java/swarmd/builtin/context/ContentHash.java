package swarmd.builtin.context;

import java.nio.charset.StandardCharsets;
import swarmd.files.Sha256;

/** A short hash that identifies a text. */
final class ContentHash {
  private static final int LENGTH = 32;

  private ContentHash() {}

  static String of(String text) {
    return Sha256.hex(text.getBytes(StandardCharsets.UTF_8)).substring(0, LENGTH);
  }
}
