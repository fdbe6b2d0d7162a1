package swarmd.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.CompletableFuture;
import swarmd.catalogue.McpTool;
import swarmd.json.Json;

/**
 * A tool as clients list it, and what it does.
 *
 * @param description for the model
 */
record Tool(McpTool name, String title, String description, Schema arguments, Action action) {

  /** Must not block. May throw what reading the arguments throws, and {@link Refused}. */
  interface Action {
    CompletableFuture<ToolResult> call(ToolCall call);
  }

  ObjectNode json() {
    ObjectNode json =
        Json.object().put("name", name.label()).put("title", title).put("description", description);
    json.set("inputSchema", arguments.json());
    json.putObject("annotations")
        .put("readOnlyHint", name.readsOnly())
        .put("destructiveHint", false)
        .put("idempotentHint", name.mayRepeat())
        .put("openWorldHint", false);
    return json;
  }
}
