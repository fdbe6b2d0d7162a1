package swarmd.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.json.InvalidInput;
import swarmd.json.Json;

final class PayloadTest {

  private static Map<String, Object> fields(String json) {
    return Payload.parse(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)).fields();
  }

  private static String normalised(String json) {
    return Json.object(fields(json)).toString().replace('"', '\'');
  }

  @ParameterizedTest
  @CsvSource({
    "sessionId, session_id",
    "sessionID, session_id",
    "toolName, tool_name",
    "toolInput, tool_input",
    "toolResponse, tool_response",
    "toolOutput, tool_response",
    "tool_output, tool_response",
    "toolUseId, tool_use_id",
    "directory, cwd",
    "agentId, agent_id",
    "agentType, agent_type",
    "hookEventName, hook_event_name",
    "stopReason, stop_reason",
    "endTurnReason, end_turn_reason",
    "userRequested, user_requested",
    "stopHookActive, stop_hook_active",
    "transcriptPath, transcript_path",
    "lastAssistantMessage, last_assistant_message",
    "permissionMode, permission_mode",
    "newThing2Come, new_thing2_come",
    "prompt, prompt",
    "__proto__, __proto__",
    "constructor, constructor",
    "$ref, $ref",
    "Pascal, Pascal",
    "mixed_caseName, mixed_caseName"
  })
  void names_become_snake_case(String sent, String name) {
    assertThat(fields("{'" + sent + "':'x'}")).isEqualTo(Map.of(name, "x"));
  }

  @Test
  void snake_case_wins_in_any_position() {
    assertThat(normalised("{'sessionId':'a','session_id':'b'}")).isEqualTo("{'session_id':'b'}");
    assertThat(normalised("{'session_id':'b','sessionId':'a'}")).isEqualTo("{'session_id':'b'}");
    assertThat(normalised("{'session_id':null,'sessionId':'a'}")).isEqualTo("{'session_id':'a'}");
  }

  @Test
  void an_alias_is_used_only_if_the_field_itself_is_absent() {
    assertThat(normalised("{'directory':'/added','cwd':'/here'}"))
        .isEqualTo("{'directory':'/added','cwd':'/here'}");
    assertThat(normalised("{'toolOutput':1,'tool_response':2}"))
        .isEqualTo("{'tool_response':2,'tool_output':1}");
  }

  @Test
  void the_last_of_two_fields_with_the_same_name_wins() {
    assertThat(normalised("{'session_id':'a','session_id':'b'}")).isEqualTo("{'session_id':'b'}");
  }

  @Test
  void values_stay_as_they_are() {
    String input =
        "{'toolInput':{'filePath':'a','sessionId':'../x','n':null,'big':123456789012345678901234,"
            + "'long':9007199254740993,'half':0.5,'list':[1,[],{'deepName':true}],'':'','__proto__':{}}}";

    assertThat(normalised(input)).isEqualTo(input.replace("toolInput", "tool_input"));
  }

  @Test
  void half_of_a_surrogate_pair_is_preserved() {
    byte[] body =
        "{\"tool_input\":{\"a\":\"\\uD83D!\\uD83D\\uDE00\"}}".getBytes(StandardCharsets.UTF_8);

    byte[] back = Json.bytes(Json.object(Payload.parse(body).fields()));

    assertThat(back).asString(StandardCharsets.UTF_8).contains("\\uD83D!");
    assertThat(Json.parseObject(back)).isEqualTo(Json.parseObject(body));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../../etc/passwd",
        "a/b",
        "a\\\\b",
        ".",
        "..",
        "",
        "-a",
        "_a",
        "a b",
        "a.b",
        "a\\u0000",
        "a\\n",
        "ä",
        "%2e%2e",
        "a:b",
        "~"
      })
  void a_malformed_id_is_absent(String id) {
    assertThat(fields("{'session_id':'" + id + "','agentId':'" + id + "'}")).isEmpty();
  }

  @Test
  void an_id_has_at_most_256_characters() {
    assertThat(fields("{'session_id':'" + "a".repeat(256) + "'}")).hasSize(1);
    assertThat(fields("{'session_id':'" + "a".repeat(257) + "'}")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"session_id", "agent_id", "cwd", "tool_name", "hook_event_name"})
  void a_text_field_with_another_type_is_absent(String name) {
    for (String value : new String[] {"1", "true", "[]", "{}", "['a']", "''", "null"}) {
      assertThat(fields("{'" + name + "':" + value + "}")).as(value).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "null", "1", "'a'", "[]", "[{}]", "{", "{'a'}", "{} {}", "NaN"})
  void a_body_that_is_not_an_object_is_refused(String body) {
    assertThatThrownBy(() -> fields(body)).isInstanceOf(InvalidInput.class);
  }
}
