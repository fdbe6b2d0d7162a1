package swarmd.home;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The version of this build; client and daemon share it. */
public final class Version {
  private Version() {}

  public static String current() {
    try (InputStream text = Version.class.getResourceAsStream("version.txt")) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8).trim();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
