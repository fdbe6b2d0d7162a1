package swarmd.realhosts;

import com.fasterxml.jackson.databind.JsonNode;

/** The API through which a host talks to its model. */
interface ModelApi {
  boolean serves(String path);

  ModelInput read(JsonNode request);

  Reply answer(JsonNode request, String path, Turn turn);

  /** The response. */
  record Reply(String contentType, String body) {
    static Reply json(JsonNode body) {
      return new Reply("application/json", body.toString());
    }

    static Reply events(String body) {
      return new Reply("text/event-stream", body);
    }
  }
}
