package swarmd.realhosts;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** The API through which a host talks to its model. */
interface ModelApi {
  boolean serves(String path);

  ModelInput read(JsonNode request);

  Reply answer(JsonNode request, String path, Turn turn);

  /** The response. */
  record Reply(int status, Map<String, String> headers, String contentType, String body) {
    static Reply json(JsonNode body) {
      return new Reply(200, Map.of(), "application/json", body.toString());
    }

    static Reply events(String body) {
      return new Reply(200, Map.of(), "text/event-stream", body);
    }

    static Reply error(Turn.Refusal refusal, JsonNode body) {
      return new Reply(refusal.status(), refusal.headers(), "application/json", body.toString());
    }
  }
}
