package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.userhooks.Some.command;
import static swarmd.userhooks.Some.sequence;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.swarm.Answers;
import swarmd.userhooks.HookFacade.ToolUse;

/** All functions for an agent that needs no daemon. */
class EmbeddedHooksTest extends RunnerTest {
  private final Map<String, HookPlan> plans = new HashMap<>();
  private final PlanSource source =
      new PlanSource() {
        @Override
        public HookPlan plan(HookEvent event) {
          return plans.getOrDefault(event.name(), HookPlan.EMPTY);
        }

        @Override
        public boolean isAvailable() {
          return !plans.isEmpty();
        }
      };

  private HookFacade hooks() {
    return new EmbeddedHooks(source, runner, folder);
  }

  private void on(String event, String line) {
    plans.put(event, sequence(command(line)));
  }

  private static ToolUse bash(String id) {
    return new ToolUse(
        "Bash", id, Map.of("command", "ls", "cwd", "."), "s1", Optional.of("default"));
  }

  @Test
  void without_hooks_everything_goes_its_way() {
    HookFacade hooks = hooks();

    assertThat(hooks.isAvailable()).isFalse();
    assertThat(Answers.await(hooks.onPreToolUse(bash("t1")))).isEqualTo(HookResult.NOTHING);
    assertThat(Answers.await(hooks.onStop(Optional.empty(), "s1"))).isFalse();
    assertThat(Answers.await(hooks.onCompaction(1, 1, "s1"))).isFalse();
    assertThat(Answers.await(hooks.onPermissionRequest("Bash", Map.of(), "s1")))
        .isEqualTo(Decision.ASK);
  }

  @Test
  void a_session_begins_and_ends() throws IOException {
    on("SessionStart", "cat > start");
    on("SessionEnd", "cat > end");

    Answers.await(hooks().onSessionStart("s1"));
    Answers.await(hooks().onSessionEnd("s1"));

    assertThat(hooks().isAvailable()).isTrue();
    assertThat(read("start")).contains("\"session_id\":\"s1\"", "\"cwd\":\"" + folder);
    assertThat(read("end")).contains("\"hook_event_name\":\"SessionEnd\"");
  }

  @Test
  void a_prompt_gets_context_or_is_refused() {
    on("UserPromptSubmit", "if grep -q secret; then echo no >&2; exit 2; else echo more; fi");

    assertThat(Answers.await(hooks().onUserPromptSubmit("hello", "s1")))
        .isEqualTo(HookResult.context("more"));
    assertThat(Answers.await(hooks().onUserPromptSubmit("secret", "s1")))
        .isEqualTo(HookResult.deny("no"));
  }

  @Test
  void a_stop_may_be_held_and_a_compaction_prevented() {
    on("Stop", "grep -q end_turn && echo '{\"continue\":true,\"reason\":\"more\"}'");
    on("Compaction", "grep -q '\"pre_tokens\":9' && exit 2");

    assertThat(Answers.await(hooks().onStop(Optional.of("end_turn"), "s1"))).isTrue();
    assertThat(Answers.await(hooks().onStop(Optional.empty(), "s1"))).isFalse();
    assertThat(Answers.await(hooks().onCompaction(9, 1, "s1"))).isTrue();
    assertThat(Answers.await(hooks().onCompaction(1, 1, "s1"))).isFalse();
  }

  @Test
  void a_tool_meets_hooks_before_and_after() throws IOException {
    on("PreToolUse", "cat > before; echo '{\"updatedInput\":{\"command\":\"ls -l\"}}'");
    on("PostToolUse", "cat > after; echo '{\"modifiedOutput\":\"new\"}'");
    on("PostToolUseFailure", "cat > failed");

    assertThat(Answers.await(hooks().onPreToolUse(bash("t1"))).updatedInput())
        .contains(Map.of("command", "ls -l", "cwd", "."));
    assertThat(
            Answers.await(hooks().onPostToolUse(bash("t1"), Map.of("success", true))).hostOutput())
        .isEqualTo(Map.of("modifiedOutput", "new"));
    Answers.await(hooks().onPostToolUseFailure(bash("t2"), "broken"));

    assertThat(read("before")).contains("\"permission_mode\":\"default\"");
    assertThat(read("after")).contains("\"tool_response\":{\"success\":true}");
    assertThat(read("failed")).contains("\"error\":\"broken\"");
  }

  @Test
  void a_tool_use_meets_the_hooks_of_an_event_once_and_the_answer_stays() throws IOException {
    on("PreToolUse", "echo x >> runs; echo no >&2; exit 2");
    HookFacade hooks = hooks();

    for (int i = 0; i < 3; i++) {
      assertThat(Answers.await(hooks.onPreToolUse(bash("t1")))).isEqualTo(HookResult.deny("no"));
    }
    assertThat(read("runs")).isEqualTo("x");
    Answers.await(hooks.onPreToolUse(bash("t2")));
    assertThat(read("runs")).isEqualTo("x\nx");
  }

  @Test
  void a_permission_is_approved_denied_or_asked_for() {
    on(
        "PermissionRequest",
        """
        case $(grep -o '"tool_name":"[A-Z]' | tail -c 2) in
          R) echo '{"decision":"approve"}' ;;
          W) echo '{"decision":"ask"}' ;;
          B) exit 2 ;;
        esac
        """);

    assertThat(Answers.await(hooks().onPermissionRequest("Read", Map.of(), "s1")))
        .isEqualTo(Decision.ALLOW);
    assertThat(Answers.await(hooks().onPermissionRequest("Write", Map.of(), "s1")))
        .isEqualTo(Decision.ASK);
    assertThat(Answers.await(hooks().onPermissionRequest("Bash", Map.of(), "s1")))
        .isEqualTo(Decision.DENY);
  }
}
