package swarmd.realhosts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import swarmd.catalogue.HostProfiles;
import swarmd.testing.Api;

/** Anthropic's Messages API, whole or as server-sent events, as Claude Code uses it. */
final class AnthropicMessages implements ModelApi {
  private final AtomicLong ids = new AtomicLong();

  @Override
  public boolean serves(String path) {
    return path.endsWith("/v1/messages");
  }

  @Override
  public ModelInput read(JsonNode request) {
    List<ModelInput.Message> messages = new ArrayList<>();
    for (JsonNode message : request.path("messages")) {
      messages.add(
          new ModelInput.Message(
              message.path("role").asText().equals("assistant"), text(message.path("content"))));
    }
    Set<String> tools = new HashSet<>();
    request.path("tools").forEach(tool -> tools.add(tool.path("name").asText()));
    return ModelInput.of(messages, tools);
  }

  private static String text(JsonNode content) {
    if (content.isTextual()) {
      return content.asText();
    }
    StringBuilder text = new StringBuilder();
    for (JsonNode block : content) {
      text.append(block.path("text").asText()).append(text(block.path("content"))).append('\n');
    }
    return text.toString();
  }

  @Override
  public Reply answer(JsonNode request, String path, Turn turn) {
    if (turn.refusal().isPresent()) {
      return error(turn.refusal().get());
    }
    ObjectNode message =
        Api.object()
            .put("id", "msg_" + ids.incrementAndGet())
            .put("type", "message")
            .put("role", "assistant")
            .put("model", request.path("model").asText());
    ArrayNode content = content(turn);
    String stopReason = turn.uses().isEmpty() ? "end_turn" : "tool_use";
    if (request.path("stream").asBoolean()) {
      return Reply.events(stream(message, content, stopReason));
    }
    message.set("content", content);
    message.set("usage", usage());
    return Reply.json(message.put("stop_reason", stopReason));
  }

  /** Without the header the host would try for minutes. */
  private static Reply error(Turn.Refusal refusal) {
    ObjectNode body = Api.object().put("type", "error");
    body.putObject("error").put("type", refusal.type()).put("message", refusal.message());
    Map<String, String> headers = new HashMap<>(refusal.headers());
    headers.put("x-should-retry", "false");
    return Reply.error(
        new Turn.Refusal(refusal.status(), refusal.type(), refusal.message(), headers), body);
  }

  private ArrayNode content(Turn turn) {
    ArrayNode content = Api.object().arrayNode();
    if (!turn.text().isEmpty()) {
      content.addObject().put("type", "text").put("text", turn.text());
    }
    for (Turn.Use use : turn.uses()) {
      ObjectNode block =
          content.addObject().put("type", "tool_use").put("id", "toolu_" + ids.incrementAndGet());
      ObjectNode input = block.putObject("input");
      if (use instanceof Turn.Shell shell) {
        block.put("name", "Bash");
        input.put("command", shell.command()).put("description", "as the script says");
      } else if (use instanceof Turn.BackgroundShell shell) {
        block.put("name", "Bash");
        input.put("command", shell.command()).put("description", "as the script says");
        input.put("run_in_background", true);
      } else if (use instanceof Turn.Write write) {
        block.put("name", "Write");
        input.put("file_path", write.file()).put("content", write.content());
      } else if (use instanceof Turn.Read read) {
        block.put("name", "Read");
        input.put("file_path", read.file());
      } else if (use instanceof Turn.Edit edit) {
        block.put("name", "Edit");
        input
            .put("file_path", edit.file())
            .put("old_string", edit.from())
            .put("new_string", edit.to());
      } else if (use instanceof Turn.OwnTool own) {
        block.put("name", own.nameIn(HostProfiles.CLAUDE));
        input.setAll((ObjectNode) own.arguments());
      } else if (use instanceof Turn.Subagent subagent) {
        block.put("name", "Agent");
        input
            .put("description", "a subagent")
            .put("prompt", subagent.prompt())
            .put("subagent_type", "general-purpose");
        switch (subagent.kind()) {
          case BACKGROUND -> {}
          case FOREGROUND -> input.put("run_in_background", false);
          case ISOLATED -> input.put("isolation", "worktree");
        }
      }
    }
    return content;
  }

  private static ObjectNode usage() {
    return Api.object().put("input_tokens", 100).put("output_tokens", 10);
  }

  private static String stream(ObjectNode message, ArrayNode content, String stopReason) {
    StringBuilder events = new StringBuilder();
    message.putArray("content");
    message.set("usage", usage());
    add(events, "message_start", Api.object().set("message", message));
    for (int i = 0; i < content.size(); i++) {
      JsonNode block = content.get(i);
      ObjectNode start = Api.object().put("index", i);
      ObjectNode change = Api.object().put("index", i);
      if (block.has("input")) {
        ObjectNode empty = block.deepCopy();
        empty.putObject("input");
        start.set("content_block", empty);
        change
            .putObject("delta")
            .put("type", "input_json_delta")
            .put("partial_json", block.get("input").toString());
      } else {
        start.putObject("content_block").put("type", "text").put("text", "");
        change.putObject("delta").put("type", "text_delta").put("text", block.get("text").asText());
      }
      add(events, "content_block_start", start);
      add(events, "content_block_delta", change);
      add(events, "content_block_stop", Api.object().put("index", i));
    }
    ObjectNode end = Api.object();
    end.putObject("delta").put("stop_reason", stopReason);
    end.putObject("usage").put("output_tokens", 10);
    add(events, "message_delta", end);
    add(events, "message_stop", Api.object());
    return events.toString();
  }

  private static void add(StringBuilder events, String type, ObjectNode data) {
    events.append("event: %s\ndata: %s\n\n".formatted(type, data.put("type", type)));
  }
}
