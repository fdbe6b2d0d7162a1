package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.userhooks.Fixtures.command;
import static swarmd.userhooks.Fixtures.sequence;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;

/** Hooks that run one after another. */
class SequentialRunTest extends RunnerTest {
  private HookEvent write() {
    return event(
        "PreToolUse",
        Map.of("tool_name", "Write", "tool_input", Map.of("file_path", "a", "content", "x")));
  }

  @Test
  void a_later_hook_sees_the_rewritten_input_and_the_answer_has_all_changes() throws IOException {
    HookResult result =
        run(
            sequence(
                command("cat > first"),
                command("echo '{\"updatedInput\":{\"file_path\":\"b\",\"mode\":1}}'"),
                command("cat > third; echo '{\"updatedInput\":{\"content\":\"y\"}}'")),
            write());

    assertThat(read("first")).contains("\"file_path\":\"a\"");
    assertThat(read("third")).contains("\"file_path\":\"b\"", "\"mode\":1", "\"content\":\"x\"");
    assertThat(result.updatedInput()).contains(Map.of("file_path", "b", "mode", 1, "content", "y"));
    assertThat(result.decision()).isEmpty();
  }

  @Test
  void after_a_denial_no_other_hook_runs_and_no_context_is_given() {
    HookResult result =
        run(
            sequence(
                command("echo context; "),
                command(
                    "echo '{\"permissionDecision\":\"deny\",\"permissionDecisionReason\":\"no\","
                        + "\"updatedInput\":{\"file_path\":\"b\"}}'"),
                command("touch third")),
            write());

    assertThat(result).isEqualTo(HookResult.deny("no"));
    assertThat(exists("third")).isFalse();
  }

  @Test
  void ask_wins_over_allow_in_any_order() {
    String ask = "echo '{\"decision\":\"ask\",\"reason\":\"sure?\"}'";
    String allow = "echo '{\"decision\":\"allow\",\"reason\":\"fine\"}'";
    for (HookPlan plan :
        new HookPlan[] {
          sequence(command(ask), command(allow)), sequence(command(allow), command(ask))
        }) {
      assertThat(run(plan, write())).isEqualTo(HookResult.ask("sure?"));
    }
  }

  @Test
  void the_next_hook_runs_after_a_failure_or_timeout() {
    HookResult result =
        run(
            sequence(
                command("exit 1"), command("exit 124"), command("kill -9 $$"), command("exit 2")),
            write());

    assertThat(result.decision()).contains(Decision.DENY);
    assertThat(result.systemMessage().orElseThrow().lines()).hasSize(3);
  }

  @Test
  void the_next_hook_sees_changes_but_not_decisions() throws IOException {
    run(
        sequence(
            command(
                "echo '{\"additionalContext\":\"secret\",\"updatedInput\":{\"content\":\"y\"}}'"),
            command("cat > second")),
        write());

    assertThat(read("second")).contains("\"content\":\"y\"").doesNotContain("secret");
  }

  @Test
  void the_user_is_asked_about_the_changed_input() {
    HookResult result =
        run(
            sequence(
                command("echo '{\"updatedInput\":{\"file_path\":\"b\"}}'"),
                command("echo '{\"decision\":\"ask\",\"reason\":\"sure?\"}'")),
            write());

    assertThat(result.decision()).contains(Decision.ASK);
    assertThat(result.updatedInput()).contains(Map.of("file_path", "b", "content", "x"));
  }

  @Test
  void the_first_decision_about_a_permission_is_the_answer() {
    HookResult result =
        run(
            sequence(
                command("true"),
                command("echo '{\"decision\":\"deny\",\"reason\":\"no\"}'"),
                command("touch third; echo '{\"decision\":\"approve\"}'")),
            event("PermissionRequest"));

    assertThat(result).isEqualTo(HookResult.deny("no"));
    assertThat(exists("third")).isFalse();
  }

  @Test
  void an_approval_of_a_permission_stands_after_every_other_guard_has_run() {
    String approve = "echo '{\"decision\":\"approve\"}'";

    assertThat(run(sequence(command(approve), command("touch last")), event("PermissionRequest")))
        .isEqualTo(HookResult.allow());
    assertThat(exists("last")).isTrue();
    assertThat(
            run(
                    sequence(
                        command(approve),
                        command("echo '{\"decision\":\"deny\",\"reason\":\"no\"}'")),
                    event("PermissionRequest"))
                .decision())
        .contains(Decision.DENY);
  }

  @Test
  void asking_the_user_counts_as_a_decision_about_a_permission() {
    HookResult result =
        run(
            sequence(command("echo '{\"decision\":\"ask\"}'"), command("touch second; exit 2")),
            event("PermissionRequest"));

    assertThat(result.decision()).contains(Decision.ASK);
    assertThat(exists("second")).isFalse();
  }

  @Test
  void the_first_hook_that_holds_a_stop_decides() {
    String todos =
        "if grep -q '\\[ \\]' TODO.md 2>/dev/null; then"
            + " echo '{\"continue\":true,\"reason\":\"Incomplete TODOs found\"}'; fi";
    HookPlan plan =
        sequence(
            command("echo '{\"continue\":true}'"),
            command("echo '- [ ] one' > TODO.md"),
            command(todos),
            command("touch third"));

    HookResult result = run(plan, event("Stop"));

    assertThat(result).isEqualTo(HookResult.deny("Incomplete TODOs found"));
    assertThat(exists("third")).isFalse();
  }

  @Test
  void a_hook_that_ends_the_turn_is_not_overruled() {
    HookResult result =
        run(
            sequence(
                command("echo '{\"continue\":false,\"stopReason\":\"enough\"}'"),
                command("echo more >&2; exit 2")),
            event("Stop"));

    assertThat(result.decision()).contains(Decision.ALLOW);
  }

  @Test
  void a_model_request_is_rewritten_for_the_next_hook_too() throws IOException {
    HookResult result =
        run(
            sequence(
                command("echo '{\"hookSpecificOutput\":{\"llm_request\":{\"model\":\"b\"}}}'"),
                command("cat > second")),
            event("BeforeModel", Map.of("llm_request", Map.of("model", "a", "messages", "m"))));

    assertThat(read("second")).contains("\"model\":\"b\"", "\"messages\":\"m\"");
    assertThat(result.hostOutput()).isEqualTo(Map.of("llm_request", Map.of("model", "b")));
  }
}
