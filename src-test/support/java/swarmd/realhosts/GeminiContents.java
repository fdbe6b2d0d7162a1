package swarmd.realhosts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import swarmd.catalogue.HostProfiles;
import swarmd.testing.Api;

/** Google's generateContent API, whole or as a stream, as Gemini CLI uses it. */
final class GeminiContents implements ModelApi {

  @Override
  public boolean serves(String path) {
    return path.endsWith(":generateContent") || path.endsWith(":streamGenerateContent");
  }

  @Override
  public ModelInput read(JsonNode request) {
    List<ModelInput.Message> messages = new ArrayList<>();
    for (JsonNode content : request.path("contents")) {
      StringBuilder text = new StringBuilder();
      for (JsonNode part : content.path("parts")) {
        text.append(part.path("text").asText());
        part.at("/functionResponse/response").forEach(value -> text.append(value.asText()));
        text.append('\n');
      }
      messages.add(
          new ModelInput.Message(content.path("role").asText().equals("model"), text.toString()));
    }
    boolean wantsJson = request.at("/generationConfig/responseMimeType").asText().contains("json");
    return ModelInput.of(messages, wantsJson ? Set.of() : names(request));
  }

  private static Set<String> names(JsonNode request) {
    Set<String> names = new HashSet<>();
    for (JsonNode tools : request.path("tools")) {
      tools.path("functionDeclarations").forEach(tool -> names.add(tool.path("name").asText()));
    }
    return names;
  }

  @Override
  public Reply answer(JsonNode request, String path, Turn turn) {
    if (turn.refusal().isPresent()) {
      Turn.Refusal refusal = turn.refusal().get();
      ObjectNode body = Api.object();
      body.putObject("error")
          .put("code", refusal.status())
          .put("status", refusal.type())
          .put("message", refusal.message());
      return Reply.error(refusal, body);
    }
    ObjectNode answer = Api.object().put("modelVersion", "scripted");
    ObjectNode candidate = answer.putArray("candidates").addObject();
    candidate.put("index", 0).put("finishReason", "STOP");
    ArrayNode parts = candidate.putObject("content").put("role", "model").putArray("parts");
    if (!turn.text().isEmpty()) {
      parts.addObject().put("text", turn.text());
    }
    for (Turn.Use use : turn.uses()) {
      ObjectNode call = parts.addObject().putObject("functionCall");
      ObjectNode input = call.putObject("args");
      if (use instanceof Turn.Shell shell) {
        call.put("name", "run_shell_command");
        input.put("command", shell.command());
      } else if (use instanceof Turn.Write write) {
        call.put("name", "write_file");
        input.put("file_path", write.file()).put("content", write.content());
      } else if (use instanceof Turn.Read read) {
        call.put("name", "read_file");
        input.put("file_path", read.file());
      } else if (use instanceof Turn.Edit edit) {
        call.put("name", "replace");
        input.put("file_path", edit.file()).put("instruction", "as the script says");
        input.put("old_string", edit.from()).put("new_string", edit.to());
      } else if (use instanceof Turn.OwnTool own) {
        call.put("name", own.nameIn(HostProfiles.GEMINI));
        input.setAll((ObjectNode) own.arguments());
      } else {
        throw new IllegalArgumentException("not in Gemini CLI: " + use);
      }
    }
    answer
        .putObject("usageMetadata")
        .put("promptTokenCount", 100)
        .put("candidatesTokenCount", 10)
        .put("totalTokenCount", 110);
    return path.endsWith(":streamGenerateContent")
        ? Reply.events("data: " + answer + "\n\n")
        : Reply.json(answer);
  }
}
