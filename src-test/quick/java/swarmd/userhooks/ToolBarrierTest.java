package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.hooks.HookResult;
import swarmd.store.sqlite.SqliteFile;
import swarmd.store.sqlite.SqliteStore;
import swarmd.swarm.Answers;
import swarmd.testing.SettableTime;

/** Nothing comes between a tool call and its result. */
class ToolBarrierTest {
  private final SqliteFile file = new SqliteFile();
  private final SettableTime time = new SettableTime();
  private SqliteStore store;
  private ToolBarrier barrier;

  @BeforeEach
  void start() {
    store = file.open();
    barrier = new ToolBarrier(store, time);
  }

  @AfterEach
  void close() {
    file.close();
  }

  private void restart() {
    file.close(store);
    start();
  }

  private List<String> contextOf(String event, Map<String, Object> fields, HookResult result) {
    Map<String, Object> all = new HashMap<>(fields);
    all.put("cwd", "/project");
    return Answers.await(barrier.pass(Fixtures.event(event, all), result)).context();
  }

  private List<String> contextOf(String event, String call, String... texts) {
    return contextOf(
        event, Map.of("tool_use_id", call), HookResult.NOTHING.withContext(List.of(texts)));
  }

  @Test
  void context_before_a_tool_comes_with_its_result_once() {
    assertThat(contextOf("PreToolUse", "t1", "before")).isEmpty();
    assertThat(contextOf("Notification", "", "meanwhile")).isEmpty();
    assertThat(contextOf("PostToolUse", "t1", "after"))
        .containsExactly("before", "meanwhile", "after");
    assertThat(contextOf("UserPromptSubmit", "")).isEmpty();
  }

  @Test
  void context_waits_for_the_last_of_several_results() {
    contextOf("PreToolUse", "t1", "one");
    contextOf("PreToolUse", "t2", "two");

    assertThat(contextOf("PostToolUse", "t1", "three")).isEmpty();
    assertThat(contextOf("PostToolUseFailure", "t2")).containsExactly("one", "two", "three");
  }

  @Test
  void tool_calls_without_ids_are_distinguished_by_name() {
    contextOf("PreToolUse", Map.of("tool_name", "a"), HookResult.context("x"));
    contextOf("PreToolUse", Map.of("tool_name", "b"), HookResult.NOTHING);

    assertThat(contextOf("PostToolUse", Map.of("tool_name", "b"), HookResult.NOTHING)).isEmpty();
    assertThat(contextOf("PostToolUse", Map.of("tool_name", "a"), HookResult.NOTHING))
        .containsExactly("x");
  }

  @Test
  void a_denied_tool_delays_no_context() {
    contextOf("PreToolUse", Map.of("tool_use_id", "t1"), HookResult.deny("no"));

    assertThat(contextOf("UserPromptSubmit", "", "now")).containsExactly("now");
    assertThat(contextOf("Notification", "", "too")).containsExactly("too");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Stop", "SessionEnd"})
  void the_end_of_a_turn_ends_the_wait_for_results(String end) {
    contextOf("PreToolUse", "t1", "kept");
    assertThat(contextOf(end, "")).isEmpty();

    assertThat(contextOf("UserPromptSubmit", "", "new")).containsExactly("kept", "new");
  }

  @Test
  void context_comes_with_the_next_prompt_if_there_was_no_result() {
    contextOf("PreToolUse", "t1", "kept");

    assertThat(contextOf("UserPromptSubmit", "")).containsExactly("kept");
  }

  @Test
  void context_skips_a_refused_prompt_and_comes_with_the_next() {
    contextOf("PreToolUse", "t1", "kept");

    assertThat(contextOf("UserPromptSubmit", Map.of(), HookResult.deny("no"))).isEmpty();
    assertThat(contextOf("UserPromptSubmit", "")).containsExactly("kept");
  }

  @Test
  void a_call_that_is_reported_twice_counts_once() {
    contextOf("PreToolUse", "t1", "before");
    assertThat(contextOf("PreToolUse", "t1", "before")).isEmpty();

    assertThat(contextOf("PostToolUse", "t1", "after")).containsExactly("before", "after");
  }

  @Test
  void context_waits_at_most_ten_minutes_for_a_result() {
    contextOf("PreToolUse", "t1", "one");
    time.advance(CallsInFlight.MAX_AGE.plusMillis(1));
    contextOf("PreToolUse", "t2");

    assertThat(contextOf("PostToolUse", "t2")).containsExactly("one");
  }

  @Test
  void a_waiting_text_and_its_calls_survive_a_restart() {
    contextOf("PreToolUse", "t1", "one");
    contextOf("PreToolUse", "t2", "two");
    restart();

    assertThat(contextOf("PostToolUse", "t1")).isEmpty();
    restart();
    time.advance(Duration.ofMinutes(1));
    assertThat(contextOf("PostToolUse", "t2")).isEmpty(); // the restart lost the end of t1
    assertThat(contextOf("UserPromptSubmit", "")).containsExactly("one", "two");
    restart();
    assertThat(contextOf("UserPromptSubmit", "")).isEmpty();
  }

  @Test
  void a_text_that_has_waited_for_two_hours_is_dropped() {
    contextOf("PreToolUse", "t1", "old");
    time.advance(Duration.ofHours(2).plusMillis(1));
    assertThat(contextOf("UserPromptSubmit", "")).isEmpty();

    contextOf("PreToolUse", "t2", "old");
    time.advance(Duration.ofHours(2).plusMillis(1));
    restart();
    assertThat(contextOf("UserPromptSubmit", "")).isEmpty();
  }

  @Test
  void a_subagent_has_its_own_conversation() {
    contextOf("PreToolUse", "t1", "main");

    Map<String, Object> subagent = Map.of("agent_id", "a1", "tool_use_id", "t2");
    assertThat(contextOf("SubagentStart", subagent, HookResult.context("start")))
        .containsExactly("start");
    assertThat(contextOf("PreToolUse", subagent, HookResult.context("sub"))).isEmpty();
    assertThat(contextOf("PostToolUse", subagent, HookResult.NOTHING)).containsExactly("sub");
    assertThat(contextOf("PostToolUse", "t1")).containsExactly("main");
  }

  @Test
  void sessions_do_not_wait_for_each_other() {
    contextOf("PreToolUse", "t1", "mine");

    assertThat(
            contextOf("UserPromptSubmit", Map.of("session_id", "s2"), HookResult.context("yours")))
        .containsExactly("yours");
  }
}
