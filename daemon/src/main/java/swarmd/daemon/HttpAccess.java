package swarmd.daemon;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Port and token of the loopback address; both stay the same over restarts. */
record HttpAccess(int port, String token) {
  private static final Logger log = LoggerFactory.getLogger(HttpAccess.class);
  private static final int MAX_PORT = 65_535;
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Those of last time, else new ones. */
  static HttpAccess load(Path file) {
    try {
      if (Files.exists(file)) {
        JsonNode stored = JSON.readTree(file.toFile());
        String token = stored.path("token").asText();
        if (token.length() >= 32) {
          int port = stored.path("port").asInt();
          return new HttpAccess(port >= 0 && port <= MAX_PORT ? port : 0, token);
        }
      }
    } catch (IOException e) {
      log.warn("{} cannot be read and is made anew: {}", file, e.getMessage());
    }
    return new HttpAccess(0, newToken());
  }

  static String newToken() {
    byte[] random = new byte[16];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  HttpAccess withPort(int actual) {
    return new HttpAccess(actual, token);
  }

  void store(Path file) throws IOException {
    ObjectNode json = JSON.createObjectNode().put("port", port).put("token", token);
    PrivateFiles.write(file, JSON.writeValueAsBytes(json));
  }
}
