package swarmd.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.catalogue.HostCatalogue;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.hooks.StopMarker;
import swarmd.testing.Api;

/** The exact answers for each host. */
final class AnswersTest {
  private static final HookResult CONTEXT =
      HookResult.context("one").and(HookResult.context("two"));
  private static final HookResult LET_STOP = HookResult.allow().withSystemMessage("the limit");
  private static final HookResult HOLD = HookResult.deny("2 stories are left");

  private final Hosts hosts = new Hosts(HostCatalogue.STANDARD, text -> "/full/text");

  /** With single quotes, which none of the texts contains. */
  private String answer(String recording, HookResult result) {
    return answer(Optional.empty(), recording, result);
  }

  private String generic(String recording, HookResult result) {
    return answer(Optional.of("generic"), recording, result);
  }

  private String answer(Optional<String> host, String recording, HookResult result) {
    HookEvent event =
        hosts.read(
            host, Optional.empty(), Optional.empty(), Set.of(), Recording.of(recording).bytes());
    return hosts.write(event, result).toString().replace('"', '\'');
  }

  @Test
  void claude_code_continues_when_it_is_held() {
    assertThat(answer("Stop", HOLD))
        .isEqualTo("{'decision':'block','reason':'2 stories are left'}");
    assertThat(answer("SubagentStop", HOLD))
        .isEqualTo("{'decision':'block','reason':'2 stories are left'}");
    assertThat(answer("Stop", HOLD.and(CONTEXT)))
        .isEqualTo(
            "{'decision':'block','reason':'2 stories are left','hookSpecificOutput':"
                + "{'hookEventName':'Stop','additionalContext':'one\\n\\ntwo'}}");
  }

  @Test
  void claude_code_stops_when_it_is_not_held() {
    assertThat(answer("Stop", LET_STOP)).isEqualTo("{'systemMessage':'the limit'}");
    assertThat(answer("Stop", LET_STOP.and(CONTEXT))).isEqualTo("{'systemMessage':'the limit'}");
    assertThat(answer("Stop", CONTEXT)).isEqualTo("{'continue':true}");
    assertThat(answer("SubagentStop", CONTEXT)).isEqualTo("{'continue':true}");
    assertThat(answer("Stop", HookResult.allow())).isEqualTo("{'continue':true}");
  }

  @Test
  void claude_code_does_not_run_a_denied_tool() {
    assertThat(answer("PreToolUse", HookResult.deny("it is ada's").and(CONTEXT)))
        .isEqualTo(
            "{'hookSpecificOutput':{'hookEventName':'PreToolUse','permissionDecision':'deny',"
                + "'permissionDecisionReason':'it is ada's'}}");
  }

  @Test
  void claude_code_asks_the_person_or_runs_the_tool_at_once() {
    assertThat(answer("PreToolUse", Results.ask("sure?")))
        .isEqualTo(
            "{'hookSpecificOutput':{'hookEventName':'PreToolUse','permissionDecision':'ask',"
                + "'permissionDecisionReason':'sure?'}}");
    assertThat(answer("PreToolUse", HookResult.allow()))
        .isEqualTo(
            "{'hookSpecificOutput':{'hookEventName':'PreToolUse','permissionDecision':'allow'}}");
  }

  @Test
  void claude_code_runs_the_tool_with_another_input() {
    assertThat(answer("PreToolUse", Results.input(Map.of("command", "ls")).and(CONTEXT)))
        .isEqualTo(
            "{'hookSpecificOutput':{'hookEventName':'PreToolUse','updatedInput':"
                + "{'command':'ls'},'additionalContext':'one\\n\\ntwo'}}");
  }

  @Test
  void claude_code_gets_permissions_granted_and_denied() {
    assertThat(answer("PermissionRequest", HookResult.deny("no")))
        .isEqualTo(
            "{'hookSpecificOutput':{'hookEventName':'PermissionRequest','decision':"
                + "{'behavior':'deny','message':'no'}}}");
    assertThat(answer("PermissionRequest", HookResult.allow()))
        .isEqualTo(
            "{'hookSpecificOutput':{'hookEventName':'PermissionRequest','decision':"
                + "{'behavior':'allow'}}}");
    assertThat(
            answer(
                "PermissionRequest",
                HookResult.allow().and(Results.input(Map.of("command", "ls")))))
        .isEqualTo(
            "{'hookSpecificOutput':{'hookEventName':'PermissionRequest','decision':"
                + "{'behavior':'allow','updatedInput':{'command':'ls'}}}}");
    assertThat(answer("PermissionRequest", Results.ask("sure?"))).isEqualTo("{'continue':true}");
  }

  @Test
  void claude_code_refuses_a_denied_prompt() {
    assertThat(answer("UserPromptSubmit", HookResult.deny("not now").and(CONTEXT)))
        .isEqualTo("{'decision':'block','reason':'not now'}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PostToolUse", "PostToolUseFailure", "PostToolBatch"})
  void claude_code_gets_a_complaint_about_a_tool_that_has_run(String event) {
    assertThat(answer(event, HookResult.deny("tests fail").and(CONTEXT)))
        .isEqualTo(
            "{'decision':'block','reason':'tests fail','hookSpecificOutput':{'hookEventName':'"
                + event
                + "','additionalContext':'one\\n\\ntwo'}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SessionStart", "UserPromptSubmit", "PostToolUse", "SubagentStart"})
  void claude_code_passes_the_context_to_the_model(String event) {
    assertThat(answer(event, CONTEXT.withSystemMessage("for you")))
        .isEqualTo(
            "{'hookSpecificOutput':{'hookEventName':'"
                + event
                + "','additionalContext':'one\\n\\ntwo'},'systemMessage':'for you'}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SessionEnd", "Notification", "Setup", "ConfigChange"})
  void claude_code_gets_only_fields_that_the_event_accepts(String event) {
    assertThat(answer(event, HookResult.deny("no").and(CONTEXT))).isEqualTo("{'continue':true}");
    assertThat(answer(event, CONTEXT.withSystemMessage("for you")))
        .isEqualTo("{'systemMessage':'for you'}");
  }

  /** The host passes the whole answer to the model that writes the summary. */
  @Test
  void before_a_compaction_claude_code_passes_the_context_to_the_summary() {
    assertThat(answer("PreCompact", CONTEXT)).isEqualTo("{'keep_in_the_summary':'one\\n\\ntwo'}");
  }

  @Test
  void a_denial_without_a_reason_gets_one() {
    HookResult silent = Results.of(Optional.of(Decision.DENY), Optional.of("  "), List.of(), false);

    assertThat(answer("Stop", silent))
        .isEqualTo("{'decision':'block','reason':'a hook decided this without giving a reason'}");
  }

  @Test
  void gemini_continues_when_it_is_held() {
    assertThat(answer("gemini-AfterAgent", HOLD.and(CONTEXT)))
        .isEqualTo(
            "{'decision':'deny','reason':'[swarmd stop] 2 stories are left\\n\\none\\n\\ntwo'}");
    assertThat(answer("gemini-AfterAgent", LET_STOP.and(CONTEXT)))
        .isEqualTo("{'systemMessage':'the limit'}");
  }

  @Test
  void every_reason_that_gemini_echoes_is_marked() {
    for (String reason : List.of("use ralph", "[swarmd ralph 1/10] use ralph", " ")) {
      String echo =
          Api.json(answer("gemini-AfterAgent", HookResult.deny(reason)).replace('\'', '"'))
              .get("reason")
              .asText();

      assertThat(StopMarker.isOn(echo)).as(echo).isTrue();
    }
  }

  @Test
  void gemini_gets_decisions_about_a_tool() {
    assertThat(answer("gemini-BeforeTool", HookResult.deny("no").and(CONTEXT)))
        .isEqualTo("{'decision':'deny','reason':'no'}");
    assertThat(answer("gemini-BeforeTool", Results.ask("sure?")))
        .isEqualTo("{'decision':'ask','reason':'sure?'}");
    assertThat(answer("gemini-BeforeTool", HookResult.allow())).isEqualTo("{'decision':'allow'}");
    assertThat(answer("gemini-BeforeTool", Results.input(Map.of("command", "ls"))))
        .isEqualTo(
            "{'hookSpecificOutput':{'hookEventName':'BeforeTool','tool_input':"
                + "{'command':'ls'}}}");
  }

  @Test
  void gemini_refuses_a_denied_prompt() {
    assertThat(answer("gemini-BeforeAgent", HookResult.deny("not now").and(CONTEXT)))
        .isEqualTo("{'decision':'deny','reason':'not now'}");
  }

  @Test
  void gemini_still_sees_the_output_of_a_tool_that_a_hook_complains_about() {
    assertThat(answer("gemini-AfterTool", HookResult.deny("tests fail").and(CONTEXT)))
        .isEqualTo(
            "{'hookSpecificOutput':{'hookEventName':'AfterTool','additionalContext':"
                + "'tests fail\\n\\none\\n\\ntwo'}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SessionStart", "BeforeAgent", "AfterTool"})
  void gemini_passes_the_context_to_the_model(String event) {
    assertThat(answer("gemini-" + event, CONTEXT))
        .isEqualTo(
            "{'hookSpecificOutput':{'hookEventName':'"
                + event
                + "','additionalContext':'one\\n\\ntwo'}}");
  }

  @Test
  void another_host_continues_when_it_gets_a_message() {
    assertThat(generic("Stop", HOLD))
        .isEqualTo(
            "{'continue':true,'message':'2 stories are left','decision':'deny',"
                + "'reason':'2 stories are left'}");
    assertThat(generic("Stop", LET_STOP.and(CONTEXT)))
        .isEqualTo("{'continue':true,'decision':'allow','systemMessage':'the limit'}");
    assertThat(generic("SubagentStop", CONTEXT)).isEqualTo("{'continue':true}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PermissionRequest", "PreToolUse", "UserPromptSubmit"})
  void another_host_does_not_continue_after_a_denial(String event) {
    assertThat(generic(event, HookResult.deny("no").and(CONTEXT)))
        .isEqualTo("{'continue':false,'message':'no','decision':'deny','reason':'no'}");
  }

  @Test
  void another_host_passes_the_message_to_the_model() {
    assertThat(generic("SessionStart", CONTEXT))
        .isEqualTo("{'continue':true,'message':'one\\n\\ntwo','additionalContext':'one\\n\\ntwo'}");
    assertThat(generic("PostToolUse", HookResult.deny("tests fail").and(CONTEXT)))
        .isEqualTo(
            "{'continue':true,'message':'tests fail\\n\\none\\n\\ntwo','decision':'deny',"
                + "'reason':'tests fail','additionalContext':'one\\n\\ntwo'}");
  }

  @Test
  void another_host_gets_decisions_and_inputs_in_addition() {
    assertThat(generic("PreToolUse", Results.ask("sure?")))
        .isEqualTo("{'continue':true,'decision':'ask','reason':'sure?'}");
    assertThat(
            generic("PreToolUse", HookResult.allow().and(Results.input(Map.of("command", "ls")))))
        .isEqualTo("{'continue':true,'decision':'allow','updatedInput':{'command':'ls'}}");
    assertThat(generic("PermissionRequest", HookResult.allow()))
        .isEqualTo("{'continue':true,'decision':'allow'}");
  }
}
