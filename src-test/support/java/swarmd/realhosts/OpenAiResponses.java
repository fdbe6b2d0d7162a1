package swarmd.realhosts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import swarmd.catalogue.McpTool;
import swarmd.testing.Api;

/** OpenAI's Responses API as a stream, as Codex uses it. */
final class OpenAiResponses implements ModelApi {
  /** In a terminal, Codex asks for a title beside the conversation, with the same tools. */
  private static final String TITLE = "Generate a concise";

  private final AtomicInteger ids = new AtomicInteger();

  @Override
  public boolean serves(String path) {
    return path.endsWith("/responses");
  }

  @Override
  public ModelInput read(JsonNode request) {
    List<ModelInput.Message> messages = new ArrayList<>();
    Set<String> tools = new HashSet<>();
    addNames(tools, request.path("tools"));
    for (JsonNode item : request.path("input")) {
      if (item.path("type").asText().equals("additional_tools")) {
        addNames(tools, item.path("tools"));
      }
      boolean byModel =
          item.path("role").asText().equals("assistant")
              || item.path("type").asText().endsWith("_call")
              || item.path("type").asText().equals("reasoning");
      StringBuilder text = new StringBuilder();
      item.path("content").forEach(part -> text.append(part.path("text").asText()).append('\n'));
      text.append(text(item.path("output")));
      messages.add(new ModelInput.Message(byModel, text.toString()));
    }
    boolean aside =
        !messages.isEmpty() && messages.get(messages.size() - 1).text().startsWith(TITLE);
    return ModelInput.of(messages, aside ? Set.of() : tools);
  }

  /** A tool of the host's own, such as a search, has a type and no name. */
  private static void addNames(Set<String> names, JsonNode tools) {
    tools.forEach(tool -> names.add(tool.path("name").asText(tool.path("type").asText())));
  }

  private static String text(JsonNode output) {
    if (!output.isArray()) {
      return output.asText();
    }
    StringBuilder text = new StringBuilder();
    output.forEach(part -> text.append(part.path("text").asText()).append('\n'));
    return text.toString();
  }

  @Override
  public Reply answer(JsonNode request, String path, Turn turn) {
    String id = "scripted_" + ids.incrementAndGet();
    ObjectNode response =
        Api.object().put("id", "resp_" + id).put("object", "response").put("created_at", 1);
    response.put("status", "completed").put("model", request.path("model").asText());
    ArrayNode output = response.putArray("output");
    if (!turn.text().isEmpty()) {
      ObjectNode message = output.addObject().put("type", "message").put("id", "msg_" + id);
      message.put("role", "assistant").put("status", "completed");
      message
          .putArray("content")
          .addObject()
          .put("type", "output_text")
          .put("text", turn.text())
          .putArray("annotations");
    }
    for (Turn.Use use : turn.uses()) {
      call(output, id + "_" + output.size(), use);
    }
    ObjectNode usage = response.putObject("usage").put("input_tokens", 100);
    usage.put("output_tokens", 10).put("total_tokens", 110);
    usage.putObject("input_tokens_details").put("cached_tokens", 0);
    usage.putObject("output_tokens_details").put("reasoning_tokens", 0);
    return Reply.events(events(response, turn.text()));
  }

  private static void call(ArrayNode output, String id, Turn.Use use) {
    ObjectNode call = output.addObject();
    call.put("id", "fc_" + id).put("call_id", "call_" + id).put("status", "completed");
    if (use instanceof Turn.Shell shell) {
      call.put("type", "function_call").put("name", "exec_command");
      call.put("arguments", Api.object().put("cmd", shell.command()).toString());
    } else if (use instanceof Turn.Write write) {
      call.put("type", "custom_tool_call").put("name", "apply_patch");
      call.put(
          "input",
          "*** Begin Patch\n*** Add File: %s\n+%s\n*** End Patch\n"
              .formatted(Path.of(write.file()), write.content()));
    } else if (use instanceof Turn.Edit edit) {
      call.put("type", "custom_tool_call").put("name", "apply_patch");
      call.put(
          "input",
          "*** Begin Patch\n*** Update File: %s\n@@\n-%s\n+%s\n*** End Patch\n"
              .formatted(Path.of(edit.file()), edit.from(), edit.to().replace("\n", "\n+")));
    } else if (use instanceof Turn.OwnTool own) {
      call.put("type", "function_call").put("name", own.tool().label());
      call.put("namespace", "mcp__" + McpTool.SERVER);
      call.put("arguments", own.arguments().toString());
    } else if (use instanceof Turn.Subagent subagent) {
      call.put("type", "function_call")
          .put("name", "spawn_agent")
          .put("namespace", "multi_agent_v1");
      call.put("arguments", Api.object().put("message", subagent.prompt()).toString());
    } else {
      throw new IllegalArgumentException("not in Codex: " + use);
    }
  }

  private static String events(ObjectNode response, String text) {
    StringBuilder events = new StringBuilder();
    ObjectNode begun = response.deepCopy().put("status", "in_progress");
    begun.putArray("output");
    event(events, "response.created", Api.object().set("response", begun));
    int index = 0;
    for (JsonNode item : response.get("output")) {
      ObjectNode added = item.deepCopy();
      boolean message = item.get("type").asText().equals("message");
      if (message) {
        added.putArray("content");
      }
      ObjectNode start = Api.object().put("output_index", index);
      event(events, "response.output_item.added", start.set("item", added));
      if (message) {
        event(
            events,
            "response.output_text.delta",
            Api.object()
                .put("output_index", index)
                .put("content_index", 0)
                .put("item_id", item.get("id").asText())
                .put("delta", text));
      }
      ObjectNode done = Api.object().put("output_index", index);
      event(events, "response.output_item.done", done.set("item", item));
      index++;
    }
    event(events, "response.completed", Api.object().set("response", response));
    return events.toString();
  }

  private static void event(StringBuilder events, String type, JsonNode fields) {
    ObjectNode event = Api.object().put("type", type);
    event.setAll((ObjectNode) fields);
    events.append("event: ").append(type).append("\ndata: ").append(event).append("\n\n");
  }
}
