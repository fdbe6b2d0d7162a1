package swarmd.client;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import swarmd.catalogue.McpTool;
import swarmd.hostfile.JsonReader;
import swarmd.hostfile.MalformedJson;
import swarmd.hostfile.Value;

/**
 * A message of an MCP client, as far as it has to be understood on its way to the daemon.
 *
 * @param id as it is written; empty if no answer is expected, or if the daemon will refuse it
 * @param method empty if the daemon will refuse it
 * @param cancels the id of the request that nobody waits for any more, as it is written
 * @param tool the one that is called
 */
record McpMessage(
    byte[] body,
    Optional<String> id,
    String method,
    Optional<String> cancels,
    Optional<McpTool> tool) {

  static McpMessage read(byte[] body) {
    String text = new String(body, StandardCharsets.UTF_8);
    Value message;
    try {
      message = JsonReader.read(text, false);
    } catch (MalformedJson e) { // the daemon says what is wrong with it
      return new McpMessage(body, Optional.empty(), "", Optional.empty(), Optional.empty());
    }
    String method = message.get("method").flatMap(Value::text).orElse("");
    Optional<Value> params = message.get("params");
    return new McpMessage(
        body,
        message.get("id").map(id -> text.substring(id.start(), id.end())),
        method,
        method.equals("notifications/cancelled")
            ? params
                .flatMap(found -> found.get("requestId"))
                .map(id -> text.substring(id.start(), id.end()))
            : Optional.empty(),
        method.equals("tools/call")
            ? params.flatMap(found -> found.get("name")).flatMap(Value::text).flatMap(McpTool::of)
            : Optional.empty());
  }

  /** Whether it may be sent again if its answer got lost. */
  boolean mayRepeat() {
    return !isCall() || tool.isPresent() && tool.get().mayRepeat();
  }

  /** Whether the answer may take long: a claim may wait, and checks may run. */
  boolean isCall() {
    return method.equals("tools/call");
  }

  /** The answer if no daemon gives one. */
  String failure(String problem) {
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + id.orElse("null")
        + ",\"error\":{\"code\":-32000,\"message\":"
        + JsonText.quote(problem)
        + "}}";
  }
}
