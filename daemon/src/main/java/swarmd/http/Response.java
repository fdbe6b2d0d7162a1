package swarmd.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import swarmd.json.Json;

/** What goes back to the client. */
sealed interface Response {

  record Whole(int status, String contentType, byte[] body) implements Response {}

  /**
   * An answer that is written bit by bit.
   *
   * @param start gets the stream once the head has been sent; must not block
   */
  record Streaming(String contentType, Consumer<ResponseStream> start) implements Response {}

  static Response json(JsonNode body) {
    return json(200, body);
  }

  static Response json(int status, JsonNode body) {
    return new Whole(status, "application/json", Json.bytes(body));
  }

  static Response text(String contentType, String body) {
    return new Whole(200, contentType, body.getBytes(StandardCharsets.UTF_8));
  }
}
