package swarmd.install;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import swarmd.json.Json;

/** The port on which the daemon listens on 127.0.0.1, and the token that it requires. */
record HttpAddress(int port, String token) {
  static HttpAddress read(Path file) throws IOException {
    JsonNode json = Json.parse(Files.readAllBytes(file));
    return new HttpAddress(json.path("port").asInt(), json.path("token").asText());
  }

  String url() {
    return "http://127.0.0.1:" + port + "/v1/hooks";
  }

  String authorization() {
    return "Bearer " + token;
  }
}
