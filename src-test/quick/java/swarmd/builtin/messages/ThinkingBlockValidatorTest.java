package swarmd.builtin.messages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.hosts.HostRules;
import swarmd.hosts.Recording;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** Turns that have lost their thinking are reported to the user. */
class ThinkingBlockValidatorTest extends InProcessTest {
  /** It is off by default. */
  @Override
  protected Map<String, String> settings() {
    return Map.of("SWARMD_HOOKS_ON", "thinking-block-validator");
  }

  private static final String WITH_THINKING =
      "{\"role\":\"assistant\",\"content\":[{\"type\":\"thinking\",\"thinking\":\"hm\"}]}";
  private static final String WITHOUT_THINKING =
      "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"hi\"}]}";
  private static final String USER = "{\"role\":\"user\",\"content\":[{\"type\":\"text\"}]}";

  private HostSession session;

  @BeforeEach
  void openSession() {
    session = new HostSession(api.http(), daemon.project(), "mine");
  }

  private String report(String... messages) {
    return report(session.payload("Stop"), messages);
  }

  private String report(ObjectNode payload, String... messages) {
    ArrayNode list = payload.putArray("messages");
    for (String message : messages) {
      list.add(Api.json(message));
    }
    ObjectNode answer = (ObjectNode) session.send(payload);
    assertThat(HostRules.problems("claude", "Stop", answer)).isEmpty();
    return answer.path("systemMessage").asText();
  }

  @Test
  void a_turn_without_thinking_among_others_with_it_is_reported_once() {
    assertThat(report(USER, WITH_THINKING, USER, WITHOUT_THINKING, USER, WITH_THINKING))
        .isEqualTo(
            "swarmd: 1 of the last 3 model turns have no thinking block, or an empty one; a"
                + " model that checks them may refuse the conversation");
    assertThat(report(USER, WITH_THINKING, USER, WITHOUT_THINKING)).isEmpty();
  }

  @Test
  void each_conversation_gets_its_own_report() {
    report(WITH_THINKING, WITHOUT_THINKING);
    assertThat(
            report(
                session.payload("Stop").put("session_id", "theirs"),
                WITH_THINKING,
                WITHOUT_THINKING))
        .isNotEmpty();
  }

  @Test
  void nothing_is_reported_if_all_or_no_turns_have_thinking() {
    assertThat(report(WITH_THINKING, WITH_THINKING)).isEmpty();
    assertThat(report(WITHOUT_THINKING, USER, WITHOUT_THINKING)).isEmpty();
    assertThat(report()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"role\":\"assistant\",\"content\":[{\"type\":\"thinking\",\"thinking\":\" \"}]}",
        "{\"role\":\"assistant\",\"content\":[{\"type\":\"thinking\",\"thinking\":7}]}",
        "{\"role\":\"model\",\"parts\":[{\"thought\":true,\"text\":\"\"}]}",
        "{\"role\":\"assistant\",\"content\":[null, 7]}"
      })
  void an_empty_block_counts_as_missing(String message) {
    assertThat(report(WITH_THINKING, message)).contains("1 of the last 2");
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
  void thinking_that_the_host_redacts_does_not_count_as_missing(String message) {
    assertThat(report(WITH_THINKING, message)).isEmpty();
  }

  @Test
  void only_the_last_fifty_messages_are_checked() {
    String[] messages = new String[51];
    java.util.Arrays.fill(messages, WITH_THINKING);
    messages[0] = WITHOUT_THINKING;
    assertThat(report(messages)).isEmpty();
    messages[1] = WITHOUT_THINKING;
    assertThat(report(messages)).contains("1 of the last 50");
  }

  @Test
  void malformed_messages_and_an_event_without_a_session_do_no_harm() {
    session.send(session.payload("Stop").put("messages", "many"));
    ObjectNode nobody = session.payload("Stop");
    nobody.remove("session_id");
    assertThat(report(nobody, WITH_THINKING, WITHOUT_THINKING)).isEmpty();
  }

  @Test
  void gemini_s_request_is_checked_after_the_model_s_answer() {
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
