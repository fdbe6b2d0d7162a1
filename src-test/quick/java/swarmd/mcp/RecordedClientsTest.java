package swarmd.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.Api;
import swarmd.testing.UnixHttp;
import swarmd.testing.UnixHttp.Answer;

/** What the hosts have sent to a server of both eras, or of the older one only. */
final class RecordedClientsTest extends McpTest {

  @ParameterizedTest
  @ValueSource(strings = {"claude", "gemini", "codex", "copilot", "qwen", "opencode"})
  void every_recorded_message_gets_a_valid_answer(String host) {
    for (JsonNode message : recorded(host)) {
      Map<String, String> headers = new HashMap<>();
      message
          .get("headers")
          .properties()
          .forEach(header -> headers.put(header.getKey(), header.getValue().asText()));
      headers.put("Swarm-Project-Dir", daemon.project().toString());
      try (UnixHttp http = daemon.connect()) {
        Answer answer =
            http.send(message.get("http").asText(), "/mcp", headers, body(message.get("body")));
        check(message, answer);
      }
    }
  }

  private static byte[] body(JsonNode body) {
    return body.isTextual() ? new byte[0] : body.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void check(JsonNode message, Answer answer) {
    JsonNode body = message.get("body");
    if (message.get("http").asText().equals("GET")) {
      assertThat(answer.status()).isEqualTo(405);
    } else if (!body.has("id")) {
      assertThat(answer.status()).isEqualTo(202);
    } else {
      JsonNode json = Api.json(answer.text());
      assertThat(json.get("id")).isEqualTo(body.get("id"));
      switch (body.get("method").asText()) {
        case "prompts/list", "resources/list" ->
            assertThat(json.at("/error/code").asInt()).isEqualTo(-32601);
        // the recorded tool had an argument that ours must not have
        case "tools/call" ->
            assertThat(json.at("/result/content/0/text").asText())
                .startsWith("unknown field 'agent'");
        default -> assertThat(json.has("result")).as(answer.text()).isTrue();
      }
    }
  }

  private static List<JsonNode> recorded(String host) {
    String file = "/recordings-mcp/" + host + ".json";
    try (InputStream in = RecordedClientsTest.class.getResourceAsStream(file)) {
      JsonNode recording = Api.json(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      List<JsonNode> all = new ArrayList<>();
      recording.get("server knows both eras").forEach(all::add);
      recording.get("server knows only initialize").forEach(all::add);
      return all;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
