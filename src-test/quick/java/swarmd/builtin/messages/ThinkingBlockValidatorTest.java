package swarmd.builtin.messages;

import static org.assertj.core.api.Assertions.assertThat;

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

/** The person hears of turns that have lost their thinking. */
class ThinkingBlockValidatorTest extends InProcessTest {
  private static final String THOUGHT =
      "{\"role\":\"assistant\",\"content\":[{\"type\":\"thinking\",\"thinking\":\"hm\"}]}";
  private static final String THOUGHTLESS =
      "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"hi\"}]}";
  private static final String USER = "{\"role\":\"user\",\"content\":[{\"type\":\"text\"}]}";

  private HostSession session;

  @BeforeEach
  void openSession() {
    session = new HostSession(api.http(), daemon.project(), "mine");
  }

  private String said(String... messages) {
    return said(session.payload("Stop"), messages);
  }

  private String said(ObjectNode payload, String... messages) {
    ArrayNode list = payload.putArray("messages");
    for (String message : messages) {
      list.add(Api.json(message));
    }
    ObjectNode answer = (ObjectNode) session.send(payload);
    assertThat(HostRules.problems("claude", "Stop", answer)).isEmpty();
    return answer.path("systemMessage").asText();
  }

  @Test
  void a_turn_without_thinking_beside_one_that_has_it_is_reported_once() {
    assertThat(said(USER, THOUGHT, USER, THOUGHTLESS, USER, THOUGHT))
        .isEqualTo(
            "swarmd: 1 of the last 3 turns of the model have no thinking block, or an empty one; a"
                + " model that checks them may refuse the conversation");
    assertThat(said(USER, THOUGHT, USER, THOUGHTLESS)).isEmpty();
  }

  @Test
  void another_conversation_is_reported_for_itself() {
    said(THOUGHT, THOUGHTLESS);
    assertThat(said(session.payload("Stop").put("session_id", "theirs"), THOUGHT, THOUGHTLESS))
        .isNotEmpty();
  }

  @Test
  void where_all_or_none_have_thinking_nothing_is_said() {
    assertThat(said(THOUGHT, THOUGHT)).isEmpty();
    assertThat(said(THOUGHTLESS, USER, THOUGHTLESS)).isEmpty();
    assertThat(said()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"role\":\"assistant\",\"content\":[{\"type\":\"thinking\",\"thinking\":\" \"}]}",
        "{\"role\":\"assistant\",\"content\":[{\"type\":\"thinking\",\"thinking\":7}]}",
        "{\"role\":\"model\",\"parts\":[{\"thought\":true,\"text\":\"\"}]}",
        "{\"role\":\"assistant\",\"content\":[null, 7]}"
      })
  void an_empty_block_is_none(String message) {
    assertThat(said(THOUGHT, message)).contains("1 of the last 2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"role\":\"assistant\",\"content\":[{\"type\":\"redacted_thinking\",\"data\":\"x\"}]}",
        "{\"role\":\"assistant\",\"content\":[{\"type\":\"thinking\",\"signature\":\"x\"}]}",
        "{\"role\":\"model\",\"parts\":[{\"thought\":true,\"text\":\"hm\"}]}",
        "{\"role\":\"assistant\",\"content\":\"a mere text\"}",
        "{\"role\":\"assistant\",\"content\":[]}",
        "{\"role\":7,\"content\":[{}]}",
        "{\"content\":[{}]}",
        "[]",
        "7"
      })
  void what_a_host_leaves_out_for_its_reasons_is_no_loss(String message) {
    assertThat(said(THOUGHT, message)).isEmpty();
  }

  @Test
  void only_the_last_fifty_messages_are_looked_at() {
    String[] messages = new String[51];
    java.util.Arrays.fill(messages, THOUGHT);
    messages[0] = THOUGHTLESS;
    assertThat(said(messages)).isEmpty();
    messages[1] = THOUGHTLESS;
    assertThat(said(messages)).contains("1 of the last 50");
  }

  @Test
  void messages_of_a_wrong_type_and_an_event_without_a_session_do_no_harm() {
    session.send(session.payload("Stop").put("messages", "many"));
    ObjectNode nobody = session.payload("Stop");
    nobody.remove("session_id");
    assertThat(said(nobody, THOUGHT, THOUGHTLESS)).isEmpty();
  }

  @Test
  void gemini_s_request_is_looked_at_after_the_model_has_answered() {
    ObjectNode payload =
        Recording.of("gemini-AfterModel").payload().put("cwd", daemon.project().toString());
    assertThat(session.send(payload)).isEqualTo(Api.json("{\"continue\":true}"));
    ArrayNode messages = (ArrayNode) payload.at("/llm_request/messages");
    messages.add(Api.json("{\"role\":\"model\",\"parts\":[{\"text\":\"hi\"}]}"));
    messages.add(Api.json("{\"role\":\"model\",\"parts\":[{\"thought\":true,\"text\":\"x\"}]}"));

    ObjectNode answer = (ObjectNode) session.send(payload);

    assertThat(HostRules.problems("gemini", "AfterModel", answer)).isEmpty();
    assertThat(answer.get("systemMessage").asText()).contains("1 of the last 2");
  }
}
