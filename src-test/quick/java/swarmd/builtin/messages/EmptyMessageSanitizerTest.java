package swarmd.builtin.messages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.hosts.HostRules;
import swarmd.hosts.Recording;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** Empty messages are replaced with a placeholder. */
class EmptyMessageSanitizerTest extends InProcessTest {
  private static final JsonNode CONTINUE = Api.json("{\"continue\":true}");

  private HostSession session;

  @BeforeEach
  void openSession() {
    session = new HostSession(api.http(), daemon.project(), "mine");
  }

  private ObjectNode gemini(String recording) {
    return Recording.of("gemini-" + recording).payload().put("cwd", daemon.project().toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\n\t \u2003"})
  void an_empty_prompt_gets_a_placeholder(String prompt) {
    assertThat(session.contextAfter(prompt)).isEqualTo("[user message was empty]");
    ObjectNode answer = (ObjectNode) session.send(gemini("BeforeAgent").put("prompt", prompt));
    assertThat(HostRules.problems("gemini", "BeforeAgent", answer)).isEmpty();
    assertThat(answer.at("/hookSpecificOutput/additionalContext").asText())
        .isEqualTo("[user message was empty]");
  }

  @Test
  void other_prompts_get_no_placeholder() {
    assertThat(session.prompt("hello")).isEqualTo(CONTINUE);
    assertThat(session.send(session.payload("UserPromptSubmit"))).isEqualTo(CONTINUE);
    assertThat(session.send(session.payload("UserPromptSubmit").put("prompt", 7)))
        .isEqualTo(CONTINUE);
    assertThat(session.prompt(" ".repeat(1_000_000) + "x")).isEqualTo(CONTINUE);
  }

  @Test
  void an_empty_message_of_a_request_is_replaced_and_nothing_else() {
    ObjectNode payload = gemini("BeforeModel");
    ArrayNode messages = (ArrayNode) payload.at("/llm_request/messages");
    messages.add(Api.json("{\"role\":\"model\",\"content\":\" \\n\",\"more\":[1]}"));
    messages.add(Api.json("{\"role\":\"user\",\"content\":\"go on\"}"));
    messages.add(Api.json("{\"role\":\"model\",\"content\":[]}"));

    ObjectNode answer = (ObjectNode) session.send(payload);

    assertThat(HostRules.problems("gemini", "BeforeModel", answer)).isEmpty();
    ObjectNode expected = payload.get("llm_request").deepCopy();
    ((ObjectNode) expected.get("messages").get(1)).put("content", "[message was empty]");
    assertThat(answer.at("/hookSpecificOutput/llm_request")).isEqualTo(expected);
  }

  @Test
  void a_request_without_empty_messages_is_left_alone() {
    assertThat(session.send(gemini("BeforeModel"))).isEqualTo(CONTINUE);
    assertThat(session.send(gemini("AfterModel"))).isEqualTo(CONTINUE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7",
        "{\"messages\":\"x\"}",
        "{\"messages\":[7,null,[],{},{\"content\":null},{\"content\":{}}]}",
        "{}"
      })
  void a_malformed_request_is_left_alone(String request) {
    ObjectNode payload = gemini("BeforeModel");
    payload.set("llm_request", Api.json(request));
    assertThat(session.send(payload)).isEqualTo(CONTINUE);
  }

  @Test
  void a_request_with_too_many_messages_is_left_alone() {
    ObjectNode payload = gemini("BeforeModel");
    ArrayNode messages = (ArrayNode) payload.at("/llm_request/messages");
    for (int i = 0; i < 10_000; i++) {
      messages.add(Api.json("{\"role\":\"user\",\"content\":\"\"}"));
    }
    assertThat(session.send(payload)).isEqualTo(CONTINUE);
  }
}
