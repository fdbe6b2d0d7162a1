package swarmd.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import swarmd.testing.Api;
import swarmd.testing.UnixHttp;
import swarmd.testing.UnixHttp.Answer;

/** Sends messages of the Model Context Protocol, each on a connection of its own. */
public final class McpClient {
  private final Supplier<UnixHttp> connections;
  private final Map<String, String> headers;
  private int lastId;

  public McpClient(Supplier<UnixHttp> connections, Map<String, String> headers) {
    this.connections = connections;
    this.headers = Map.copyOf(headers);
  }

  public McpClient with(String header, String value) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(header, value);
    return new McpClient(connections, more);
  }

  public Answer post(String body) {
    return post(body.getBytes(StandardCharsets.UTF_8));
  }

  public Answer post(byte[] body) {
    try (UnixHttp http = connections.get()) {
      return http.send("POST", "/mcp", headers, body);
    }
  }

  /** A connection on which the message was sent and not answered yet. */
  public UnixHttp begin(JsonNode message) {
    byte[] body = message.toString().getBytes(StandardCharsets.UTF_8);
    return connections.get().write(UnixHttp.request("POST", "/mcp", headers, body));
  }

  public ObjectNode message(String method, JsonNode params) {
    ObjectNode message = Api.object().put("jsonrpc", "2.0").put("id", ++lastId);
    message.put("method", method).set("params", params);
    return message;
  }

  public ObjectNode callMessage(String tool, JsonNode arguments) {
    ObjectNode params = Api.object().put("name", tool);
    params.set("arguments", arguments);
    return message("tools/call", params);
  }

  /** The result of a request that succeeds. */
  public JsonNode request(String method, JsonNode params) {
    return result(message(method, params));
  }

  public JsonNode result(JsonNode message) {
    Answer answer = post(message.toString());
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    JsonNode json = Api.json(answer.text());
    assertThat(json.get("id")).isEqualTo(message.get("id"));
    assertThat(json.has("result")).as(answer.text()).isTrue();
    return json.get("result");
  }

  public JsonNode error(String body) {
    return Api.json(post(body).text()).get("error");
  }

  /** The result of a tool, whether or not it succeeds. */
  public JsonNode call(String tool, JsonNode arguments) {
    return result(callMessage(tool, arguments));
  }

  public JsonNode call(String tool, String arguments) {
    return call(tool, Api.json(arguments));
  }

  /** The text that the model reads when a call succeeds. */
  public String text(String tool, String arguments) {
    JsonNode result = call(tool, arguments);
    assertThat(result.path("isError").asBoolean()).as(result.toString()).isFalse();
    return text(result);
  }

  /** The text that the model reads when a call is refused. */
  public String refusal(String tool, String arguments) {
    JsonNode result = call(tool, arguments);
    assertThat(result.path("isError").asBoolean()).as(result.toString()).isTrue();
    return text(result);
  }

  public static String text(JsonNode result) {
    return result.at("/content/0/text").asText();
  }
}
