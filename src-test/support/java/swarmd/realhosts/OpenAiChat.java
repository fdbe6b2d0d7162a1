package swarmd.realhosts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import swarmd.catalogue.HostProfiles;
import swarmd.testing.Api;

/**
 * OpenAI's chat completions, whole or as a stream, as Copilot CLI, Qwen Code and OpenCode use it.
 */
final class OpenAiChat implements ModelApi {
  private final AtomicInteger ids = new AtomicInteger();

  @Override
  public boolean serves(String path) {
    return path.endsWith("/chat/completions");
  }

  @Override
  public ModelInput read(JsonNode request) {
    List<ModelInput.Message> messages = new ArrayList<>();
    for (JsonNode message : request.path("messages")) {
      JsonNode content = message.path("content");
      StringBuilder text = new StringBuilder(content.isTextual() ? content.asText() : "");
      content.forEach(part -> text.append(part.path("text").asText()).append('\n'));
      messages.add(
          new ModelInput.Message(
              message.path("role").asText().equals("assistant"), text.toString()));
    }
    return ModelInput.of(messages, names(request));
  }

  @Override
  public Reply answer(JsonNode request, String path, Turn turn) {
    String id = "scripted_" + ids.incrementAndGet();
    ObjectNode message = Api.object().put("role", "assistant").put("content", turn.text());
    ArrayNode calls = Api.object().putArray("tool_calls");
    for (Turn.Use use : turn.uses()) {
      ObjectNode call = calls.addObject().put("index", calls.size() - 1);
      call.put("id", "call_" + id + "_" + calls.size()).put("type", "function");
      call(call.putObject("function"), names(request), use);
    }
    if (!calls.isEmpty()) {
      message.set("tool_calls", calls);
    }
    String finish = calls.isEmpty() ? "stop" : "tool_calls";
    ObjectNode usage =
        Api.object()
            .put("prompt_tokens", 100)
            .put("completion_tokens", 10)
            .put("total_tokens", 110);
    if (!request.path("stream").asBoolean()) {
      ObjectNode whole = head(request, id, "chat.completion");
      choice(whole, "message", message).put("finish_reason", finish);
      return Reply.json(whole.set("usage", usage));
    }
    ObjectNode first = head(request, id, "chat.completion.chunk");
    choice(first, "delta", message).putNull("finish_reason");
    ObjectNode second = head(request, id, "chat.completion.chunk");
    choice(second, "delta", Api.object()).put("finish_reason", finish);
    ObjectNode third = head(request, id, "chat.completion.chunk");
    third.putArray("choices");
    third.set("usage", usage);
    return Reply.events(
        "data: %s\n\ndata: %s\n\ndata: %s\n\ndata: [DONE]\n\n".formatted(first, second, third));
  }

  private static ObjectNode head(JsonNode request, String id, String object) {
    return Api.object()
        .put("id", id)
        .put("object", object)
        .put("created", 1)
        .put("model", request.path("model").asText());
  }

  private static ObjectNode choice(ObjectNode answer, String name, ObjectNode message) {
    ObjectNode choice = answer.putArray("choices").addObject().put("index", 0);
    choice.set(name, message);
    return choice;
  }

  private static Set<String> names(JsonNode request) {
    Set<String> names = new HashSet<>();
    request.path("tools").forEach(tool -> names.add(tool.at("/function/name").asText()));
    return names;
  }

  /** The three hosts have different tools. */
  private static void call(ObjectNode function, Set<String> tools, Turn.Use use) {
    boolean copilot = tools.contains("view");
    boolean qwen = tools.contains("read_file");
    ObjectNode input = Api.object();
    String name;
    if (use instanceof Turn.Shell shell) {
      name = qwen ? "run_shell_command" : "bash";
      input.put("command", shell.command()).put("description", "scripted");
      if (qwen) {
        input.put("is_background", false);
      } else if (copilot) {
        input.put("mode", "sync");
      }
    } else if (use instanceof Turn.Write write && copilot) {
      name = "create";
      input.put("path", write.file()).put("file_text", write.content());
    } else if (use instanceof Turn.Write write && qwen) {
      name = "write_file";
      input.put("file_path", write.file()).put("content", write.content());
    } else if (use instanceof Turn.Write write) {
      name = "write";
      input.put("filePath", write.file()).put("content", write.content());
    } else if (use instanceof Turn.Read read) {
      name = copilot ? "view" : qwen ? "read_file" : "read";
      input.put(copilot ? "path" : qwen ? "file_path" : "filePath", read.file());
    } else if (use instanceof Turn.Edit edit) {
      name = "edit";
      input.put(copilot ? "path" : qwen ? "file_path" : "filePath", edit.file());
      input.put(copilot ? "old_str" : qwen ? "old_string" : "oldString", edit.from());
      input.put(copilot ? "new_str" : qwen ? "new_string" : "newString", edit.to());
    } else if (use instanceof Turn.OwnTool own) {
      name =
          own.nameIn(
              qwen ? HostProfiles.QWEN : copilot ? HostProfiles.COPILOT : HostProfiles.OPENCODE);
      input.setAll((ObjectNode) own.arguments());
    } else if (use instanceof Turn.Subagent subagent) {
      name = tools.contains("agent") ? "agent" : "task";
      input.put("description", "scripted").put("prompt", subagent.prompt());
      if (name.equals("agent")) {
        input.put("subagent_type", "general-purpose").put("run_in_background", false);
      } else if (copilot) {
        input.put("agent_type", "general-purpose").put("name", "scripted");
      } else {
        input.put("subagent_type", "general");
      }
    } else {
      throw new IllegalArgumentException("not in these hosts: " + use);
    }
    function.put("name", name).put("arguments", input.toString());
  }
}
