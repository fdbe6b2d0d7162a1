package swarmd.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;
import swarmd.json.Json;

/** An HTTP response. */
sealed interface Response {

  /**
   * A response with a known body.
   *
   * @param headers besides the type and length of the body
   * @param unsent runs if the client disconnects before all of it is sent
   * @param sent runs when all of it is sent
   */
  record Whole(
      int status,
      String contentType,
      byte[] body,
      Map<String, String> headers,
      Runnable unsent,
      Runnable sent)
      implements Response {
    Whole(int status, String contentType, byte[] body) {
      this(status, contentType, body, Map.of(), () -> {});
    }

    Whole(
        int status, String contentType, byte[] body, Map<String, String> headers, Runnable unsent) {
      this(status, contentType, body, headers, unsent, () -> {});
    }
  }

  /**
   * A response that is written in pieces.
   *
   * @param start receives the stream once the head is sent; must not block
   */
  record Streaming(String contentType, Consumer<ResponseStream> start) implements Response {}

  static Response json(JsonNode body) {
    return json(200, body);
  }

  /** With an action that runs if the client disconnects before all of it is sent. */
  static Response json(JsonNode body, Runnable unsent) {
    return new Whole(200, "application/json", Json.bytes(body), Map.of(), unsent);
  }

  /**
   * With what runs if the client disconnects before all of it is sent, and what runs after that.
   */
  static Response json(JsonNode body, Runnable unsent, Runnable sent) {
    return new Whole(200, "application/json", Json.bytes(body), Map.of(), unsent, sent);
  }

  static Response json(int status, JsonNode body) {
    return new Whole(status, "application/json", Json.bytes(body));
  }

  static Response text(String contentType, String body) {
    return new Whole(200, contentType, body.getBytes(StandardCharsets.UTF_8));
  }
}
