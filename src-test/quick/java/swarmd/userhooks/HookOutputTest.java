package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.json.InvalidInput;

/** Answers of hooks in the formats of all hosts. */
class HookOutputTest {

  private static HookResult read(String event, String json) {
    return HookOutput.ofText(Fixtures.event(event, Map.of()), json.replace('\'', '"'));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'hookSpecificOutput':{'hookEventName':'PreToolUse','permissionDecision':'deny','permissionDecisionReason':'no'}}",
        "{'decision':'block','reason':'no'}",
        "{'decision':'deny','reason':'no'}",
        "{'continue':false,'stopReason':'no'}",
        "{'continue':false,'message':'no'}",
        "{'permissionDecision':'deny','permissionDecisionReason':'no','suppressOutput':true}",
        "{'permission_decision':'deny','reason':'no'}",
        "{'decision':'DENY','reason':'no','systemMessage':''}",
        "{'hookSpecificOutput':{'decision':{'behavior':'deny','message':'no'}}}"
      })
  void a_denial_is_understood_in_every_format(String json) {
    assertThat(read("PreToolUse", json)).isEqualTo(HookResult.deny("no"));
    assertThat(read("UserPromptSubmit", json)).isEqualTo(HookResult.deny("no"));
    assertThat(read("PermissionRequest", json)).isEqualTo(HookResult.deny("no"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PreToolUse", "PermissionRequest", "UserPromptSubmit", "Stop"})
  void an_answer_with_the_same_field_twice_is_a_failure(String event) {
    assertThatThrownBy(() -> read(event, "{'decision':'deny','decision':'allow'}"))
        .isInstanceOf(InvalidInput.class);
  }

  @ParameterizedTest
  @CsvSource({
    "allow,ALLOW",
    "approve,ALLOW",
    "ask,ASK",
    "deny,DENY",
    "block,DENY",
    "defer,",
    "none,",
    "'',"
  })
  void every_word_for_a_decision_is_understood(String word, Decision decision) {
    assertThat(read("PreToolUse", "{'decision':'" + word + "'}").decision())
        .isEqualTo(Optional.ofNullable(decision));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'hookSpecificOutput':{'updatedInput':{'a':1},'additionalContext':'c'}}",
        "{'hookSpecificOutput':{'tool_input':{'a':1},'additionalContext':'c'}}",
        "{'updated_input':{'a':1},'additional_context':'c'}",
        "{'updatedInput':{'a':1},'additionalContext':'c'}",
        "{'continue':true,'modifiedInput':{'a':1},'message':'c'}"
      })
  void input_and_context_are_understood_in_every_format(String json) {
    assertThat(read("PreToolUse", json))
        .isEqualTo(
            new HookResult(
                Optional.empty(),
                Optional.empty(),
                List.of("c"),
                Optional.of(Map.of("a", 1)),
                Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource({"allow,ALLOW", "ask,ASK", "deny,DENY"})
  void one_answer_can_carry_everything(String word, Decision decision) {
    assertThat(
            read(
                "PreToolUse",
                "{'additional_context':'c','permission_decision':'"
                    + word
                    + "','updated_input':{'key':'value'},'reason':'why'}"))
        .isEqualTo(
            new HookResult(
                Optional.of(decision),
                Optional.of("why"),
                List.of("c"),
                Optional.of(Map.of("key", "value")),
                Optional.empty()));
  }

  @Test
  void a_permission_can_change_the_input() {
    HookResult result =
        read(
            "PermissionRequest",
            "{'hookSpecificOutput':{'decision':{'behavior':'allow','updatedInput':{'a':1}}}}");

    assertThat(result.decision()).contains(Decision.ALLOW);
    assertThat(result.updatedInput()).contains(Map.of("a", 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'decision':'block','reason':'go on'}",
        "{'decision':'deny','reason':'go on'}",
        "{'continue':true,'reason':'go on'}",
        "{'continue':true,'message':'go on'}"
      })
  void a_stop_is_held(String json) {
    assertThat(read("Stop", json)).isEqualTo(HookResult.deny("go on"));
    assertThat(read("SubagentStop", json)).isEqualTo(HookResult.deny("go on"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'continue':true}",
        "{'decision':'approve','reason':'done'}",
        "{'continue':true,'decision':'allow','reason':'done'}"
      })
  void a_stop_is_left_to_other_hooks(String json) {
    assertThat(read("Stop", json)).isEqualTo(HookResult.NOTHING);
  }

  @Test
  void fields_for_the_host_alone_are_kept() {
    HookResult result =
        read(
            "BeforeModel",
            "{'decision':'allow','hookSpecificOutput':{'hookEventName':'BeforeModel',"
                + "'llm_request':{'messages':[{'role':'user','content':'hi'}]}}}");

    assertThat(result.hostOutput())
        .isEqualTo(
            Map.of(
                "llm_request",
                Map.of("messages", List.of(Map.of("role", "user", "content", "hi")))));
    assertThat(read("PostToolUse", "{'modifiedOutput':'new'}").hostOutput())
        .isEqualTo(Map.of("modifiedOutput", "new"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'decision':'denied'}",
        "{'decision':true}",
        "{'decision':{'behaviour':'deny'}}",
        "{'hookSpecificOutput':{'decision':{'message':'no'}}}"
      })
  void an_unknown_decision_is_an_error(String json) {
    assertThatThrownBy(() -> read("PermissionRequest", json)).isInstanceOf(InvalidInput.class);
  }

  @Test
  void a_message_for_the_user_is_not_context() {
    assertThat(read("PostToolUse", "{'systemMessage':'look'}"))
        .isEqualTo(HookResult.NOTHING.withSystemMessage("look"));
  }

  @Test
  void fields_of_the_wrong_type_count_as_absent() {
    assertThat(
            read(
                "PreToolUse",
                "{'reason':1,'additionalContext':{},'updatedInput':'x','hookSpecificOutput':[]}"))
        .isEqualTo(HookResult.NOTHING);
  }
}
