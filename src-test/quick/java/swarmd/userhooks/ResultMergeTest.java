package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;

class ResultMergeTest {

  private static HookResult merge(String event, HookResult... results) {
    return ResultMerge.merge(Fixtures.event(event, Map.of()), List.of(results));
  }

  private static HookResult host(Map<String, Object> output) {
    return HookResult.NOTHING.withHostOutput(output);
  }

  private static HookResult tools(String mode, String... names) {
    return host(Map.of("toolConfig", Map.of("mode", mode, "allowedFunctionNames", List.of(names))));
  }

  @Test
  void deny_wins_over_ask_over_allow() {
    assertThat(merge("UserPromptSubmit", HookResult.allow(), HookResult.ask("a")).decision())
        .contains(Decision.ASK);
    assertThat(
            merge(
                "UserPromptSubmit", HookResult.ask("a"), HookResult.deny("d"), HookResult.allow()))
        .isEqualTo(HookResult.deny("d"));
  }

  @Test
  void the_reasons_of_all_denials_are_joined() {
    assertThat(merge("UserPromptSubmit", HookResult.deny("one"), HookResult.deny("two")))
        .isEqualTo(HookResult.deny("one\ntwo"));
  }

  @Test
  void contexts_are_joined_by_an_empty_line_in_order() {
    for (String event : List.of("PostToolUse", "UserPromptSubmit")) {
      assertThat(merge(event, HookResult.context("b"), HookResult.context("a")).context())
          .containsExactly("b\n\na");
    }
  }

  @Test
  void a_denial_drops_the_context_except_where_the_tool_has_run() {
    HookResult[] said = {HookResult.context("c"), HookResult.deny("no")};

    assertThat(merge("PreToolUse", said).context()).isEmpty();
    assertThat(merge("UserPromptSubmit", said).context()).isEmpty();
    assertThat(merge("PostToolUse", said).context()).containsExactly("c");
    assertThat(merge("PostToolBatch", said).context()).containsExactly("c");
  }

  @Test
  void no_results_merge_to_nothing() {
    assertThat(merge("PostToolUse")).isEqualTo(HookResult.NOTHING);
  }

  @Test
  void later_hooks_override_a_model_request_field_by_field() {
    HookResult merged =
        merge(
            "BeforeModel",
            host(Map.of("llm_request", Map.of("model", "a", "config", Map.of("t", 1, "p", 2)))),
            host(Map.of("llm_request", Map.of("config", Map.of("t", 3), "messages", List.of()))));

    assertThat(merged.hostOutput())
        .isEqualTo(
            Map.of(
                "llm_request",
                Map.of("model", "a", "config", Map.of("t", 3, "p", 2), "messages", List.of())));
  }

  @Test
  void a_model_hook_that_denies_is_not_overridden_by_a_later_one() {
    assertThat(merge("BeforeModel", HookResult.deny("no"), HookResult.allow()))
        .isEqualTo(HookResult.deny("no"));
  }

  @Test
  void tool_configs_merge_to_the_strictest_mode_and_all_names() {
    assertThat(
            merge("BeforeToolSelection", tools("ANY", "a", "b"), tools("AUTO", "c", "a"))
                .hostOutput())
        .isEqualTo(
            Map.of(
                "toolConfig",
                Map.of("mode", "ANY", "allowedFunctionNames", List.of("a", "b", "c"))));
    assertThat(merge("BeforeToolSelection", tools("NONE"), tools("ANY", "a")).hostOutput())
        .isEqualTo(Map.of("toolConfig", Map.of("mode", "NONE", "allowedFunctionNames", List.of())));
  }
}
