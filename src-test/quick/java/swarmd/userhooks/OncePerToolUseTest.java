package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;

/** A host may report the same tool use several times. */
class OncePerToolUseTest {
  private final OncePerToolUse once = new OncePerToolUse();
  private int runs;

  private HookResult answer(HookEvent event) {
    return once.run(
            event,
            () -> {
              runs++;
              return CompletableFuture.completedFuture(
                  new HookReport(HookResult.deny("run " + runs), List.of()));
            })
        .join()
        .result();
  }

  private static HookEvent use(String event, String use, String session) {
    return Events.of(event, Map.of("tool_name", "x", "tool_use_id", use, "session_id", session));
  }

  @Test
  void a_repeated_report_gets_the_first_answer() {
    assertThat(answer(use("PreToolUse", "t1", "s1"))).isEqualTo(HookResult.deny("run 1"));
    assertThat(answer(use("PreToolUse", "t1", "s1"))).isEqualTo(HookResult.deny("run 1"));
  }

  @Test
  void another_event_tool_use_or_session_runs_the_hooks_again() {
    answer(use("PreToolUse", "t1", "s1"));
    answer(use("PostToolUse", "t1", "s1"));
    answer(use("PreToolUse", "t2", "s1"));
    answer(use("PreToolUse", "t1", "s2"));

    assertThat(runs).isEqualTo(4);
  }

  @Test
  void an_event_without_a_tool_use_id_always_runs_its_hooks() {
    answer(Events.command("ls"));
    answer(Events.command("ls"));

    assertThat(runs).isEqualTo(2);
  }

  @Test
  void the_oldest_of_a_thousand_tool_uses_is_forgotten() {
    for (int i = 0; i <= 1_000; i++) {
      answer(use("PreToolUse", "t" + i, "s1"));
    }
    answer(use("PreToolUse", "t1000", "s1"));
    assertThat(runs).isEqualTo(1_001);

    answer(use("PreToolUse", "t0", "s1"));
    assertThat(runs).isEqualTo(1_002);
  }

  @Test
  void large_answers_do_not_fill_the_memory() {
    String file = "x".repeat(OncePerToolUse.REMEMBERED_CHARACTERS / 2);
    HookReport large =
        new HookReport(HookResult.input(Map.of("edits", List.of(Map.of("new", file)))), List.of());
    for (String use : List.of("t1", "t2", "t3", "t3", "t2", "t1")) {
      once.run(
              use("PreToolUse", use, "s1"),
              () -> {
                runs++;
                return CompletableFuture.completedFuture(large);
              })
          .join();
    }

    assertThat(runs).as("t1 was forgotten for t3, the others were not").isEqualTo(4);
  }
}
