package swarmd.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The version of this client, which is also that of the daemon it was installed with. */
final class Version {
  private Version() {}

  static String own() throws IOException {
    try (InputStream text = Version.class.getResourceAsStream("version.txt")) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8).trim();
    }
  }
}
