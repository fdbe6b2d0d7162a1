package swarmd.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.regex.Pattern;
import swarmd.json.Json;

/**
 * The result of a tool.
 *
 * @param text for the model, with the words of other agents quoted
 * @param structured for programs; some hosts show their model nothing else, so the text is added
 * @param unsent runs if the client does not get it
 */
record ToolResult(String text, ObjectNode structured, boolean failed, Runnable unsent) {
  /** A refusal names the command that helps; here, that is the tool of the same name. */
  private static final Pattern COMMANDS =
      Pattern.compile("swarm (task|mode) (list|show|add|claim|renew|release|complete|fail|set)\\b");

  private static final Pattern SHORT_COMMANDS = Pattern.compile("swarm (send|inbox|status)\\b");

  static ToolResult of(String text, ObjectNode structured) {
    return new ToolResult(text, structured, false, () -> {});
  }

  /** One line: what is wrong, then what to do. */
  static ToolResult failed(String problem) {
    return new ToolResult(withTools(problem), Json.object(), true, () -> {});
  }

  ToolResult ifUnsent(Runnable action) {
    return new ToolResult(text, structured, failed, action);
  }

  /** A text that names commands of `swarm`, for a model that has tools instead. */
  static String withTools(String text) {
    String tasks = COMMANDS.matcher(text).replaceAll("$1_$2");
    return SHORT_COMMANDS
        .matcher(tasks)
        .replaceAll("$1")
        .replace("swarm task done", "task_complete")
        .replace("task_list -a", "task_list")
        .replace("swarm note add", "note");
  }

  ObjectNode json() {
    ObjectNode json = Json.object();
    json.putArray("content").addObject().put("type", "text").put("text", text);
    if (failed) {
      return json.put("isError", true);
    }
    json.set("structuredContent", structured.deepCopy().put("text", text));
    return json;
  }
}
