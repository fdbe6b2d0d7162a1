package swarmd.install;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import swarmd.json.Json;

/**
 * Where hosts send their events by http, and the token that lets them in.
 *
 * @param held whether systemd keeps the port open, so that no other program can take it
 */
public record HttpAddress(int port, String token, boolean held) {
  static HttpAddress read(Path file) throws IOException {
    JsonNode json = Json.parse(Files.readAllBytes(file));
    return new HttpAddress(
        json.path("port").asInt(),
        json.path("hook_token").asText(),
        json.path("port_held").asBoolean());
  }

  String url() {
    return "http://127.0.0.1:" + port + "/v1/hooks";
  }

  String authorization() {
    return "Bearer " + token;
  }

  /** For a host that sends its events there. */
  public boolean isSameAs(HttpAddress other) {
    return port == other.port && token.equals(other.token);
  }
}
