package swarmd.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import swarmd.json.InvalidInput;
import swarmd.json.Json;

/**
 * A JSON-RPC message of a client.
 *
 * @param id empty for a notification
 * @param method empty for an answer, of which a server that asks nothing needs none
 */
record RpcMessage(Optional<JsonNode> id, Optional<String> method, JsonNode params) {
  static final String META = "_meta";

  /**
   * Reads the body of a request.
   *
   * @throws RpcError if it is not one JSON-RPC message
   */
  static RpcMessage read(byte[] body) {
    JsonNode json;
    try {
      json = Json.parse(body);
    } catch (InvalidInput e) {
      throw RpcError.notJson(e.getMessage());
    }
    if (json.isArray()) {
      throw RpcError.invalidRequest("batches are not supported; send one message at a time");
    }
    if (!json.isObject() || !json.path("jsonrpc").asText().equals("2.0")) {
      throw RpcError.invalidRequest("a message must be a JSON object with \"jsonrpc\": \"2.0\"");
    }
    Optional<JsonNode> id = Optional.ofNullable(json.get("id"));
    if (id.filter(value -> !value.isTextual() && !value.isIntegralNumber()).isPresent()) {
      throw RpcError.invalidRequest("'id' must be a string or a whole number");
    }
    boolean answers = json.has("result") || json.has("error");
    JsonNode method = json.path("method");
    if (!answers && !method.isTextual()) {
      throw RpcError.invalidRequest("'method' is missing; it must be a string");
    }
    JsonNode params = json.has("params") ? json.get("params") : Json.object();
    if (!params.isObject()) {
      throw RpcError.invalidRequest("'params' must be an object");
    }
    return new RpcMessage(id, answers ? Optional.empty() : Optional.of(method.textValue()), params);
  }

  boolean expectsAnswer() {
    return id.isPresent() && method.isPresent();
  }

  JsonNode meta() {
    return params.path(META);
  }

  /** The answer to this message with its result. */
  ObjectNode result(ObjectNode result) {
    ObjectNode answer = Json.object().put("jsonrpc", "2.0");
    answer.set("id", id.orElseThrow());
    return answer.set("result", result);
  }

  /** An answer with an error. */
  static ObjectNode error(Optional<JsonNode> id, RpcError error) {
    ObjectNode answer = Json.object().put("jsonrpc", "2.0");
    id.ifPresentOrElse(known -> answer.set("id", known), () -> answer.putNull("id"));
    return answer.set("error", error.json());
  }
}
