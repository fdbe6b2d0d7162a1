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

  private List<String> told(String event, Map<String, Object> fields, HookResult result) {
    Map<String, Object> all = new HashMap<>(fields);
    all.put("cwd", "/project");
    return Answers.await(barrier.pass(Some.event(event, all), result)).context();
  }

  private List<String> told(String event, String call, String... texts) {
    return told(event, Map.of("tool_use_id", call), HookResult.NOTHING.withContext(List.of(texts)));
  }

  @Test
  void context_before_a_tool_comes_with_its_result_once() {
    assertThat(told("PreToolUse", "t1", "before")).isEmpty();
    assertThat(told("Notification", "", "meanwhile")).isEmpty();
    assertThat(told("PostToolUse", "t1", "after")).containsExactly("before", "meanwhile", "after");
    assertThat(told("UserPromptSubmit", "")).isEmpty();
  }

  @Test
  void it_waits_for_the_last_of_several_tools() {
    told("PreToolUse", "t1", "one");
    told("PreToolUse", "t2", "two");

    assertThat(told("PostToolUse", "t1", "three")).isEmpty();
    assertThat(told("PostToolUseFailure", "t2")).containsExactly("one", "two", "three");
  }

  @Test
  void tools_without_numbers_are_told_apart_by_name() {
    told("PreToolUse", Map.of("tool_name", "a"), HookResult.context("x"));
    told("PreToolUse", Map.of("tool_name", "b"), HookResult.NOTHING);

    assertThat(told("PostToolUse", Map.of("tool_name", "b"), HookResult.NOTHING)).isEmpty();
    assertThat(told("PostToolUse", Map.of("tool_name", "a"), HookResult.NOTHING))
        .containsExactly("x");
  }

  @Test
  void a_tool_that_is_denied_is_not_waited_for() {
    told("PreToolUse", Map.of("tool_use_id", "t1"), HookResult.deny("no"));

    assertThat(told("UserPromptSubmit", "", "now")).containsExactly("now");
    assertThat(told("Notification", "", "too")).containsExactly("too");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Stop", "SessionEnd"})
  void when_the_turn_is_over_no_result_is_waited_for(String end) {
    told("PreToolUse", "t1", "kept");
    assertThat(told(end, "")).isEmpty();

    assertThat(told("UserPromptSubmit", "", "new")).containsExactly("kept", "new");
  }

  @Test
  void the_next_prompt_brings_it_if_no_result_came() {
    told("PreToolUse", "t1", "kept");

    assertThat(told("UserPromptSubmit", "")).containsExactly("kept");
  }

  @Test
  void a_prompt_that_is_refused_brings_nothing_and_the_next_one_does() {
    told("PreToolUse", "t1", "kept");

    assertThat(told("UserPromptSubmit", Map.of(), HookResult.deny("no"))).isEmpty();
    assertThat(told("UserPromptSubmit", "")).containsExactly("kept");
  }

  @Test
  void a_call_that_is_reported_twice_is_waited_for_once() {
    told("PreToolUse", "t1", "before");
    assertThat(told("PreToolUse", "t1", "before")).isEmpty();

    assertThat(told("PostToolUse", "t1", "after")).containsExactly("before", "after");
  }

  @Test
  void a_result_that_takes_more_than_ten_minutes_is_not_waited_for() {
    told("PreToolUse", "t1", "one");
    time.advance(CallsInFlight.LONGEST.plusMillis(1));
    told("PreToolUse", "t2");

    assertThat(told("PostToolUse", "t2")).containsExactly("one");
  }

  @Test
  void a_waiting_text_and_its_calls_survive_a_restart() {
    told("PreToolUse", "t1", "one");
    told("PreToolUse", "t2", "two");
    restart();

    assertThat(told("PostToolUse", "t1")).isEmpty();
    restart();
    time.advance(Duration.ofMinutes(1));
    assertThat(told("PostToolUse", "t2")).isEmpty(); // that t1 was over, is forgotten
    assertThat(told("UserPromptSubmit", "")).containsExactly("one", "two");
    restart();
    assertThat(told("UserPromptSubmit", "")).isEmpty();
  }

  @Test
  void a_text_that_has_waited_for_two_hours_is_dropped() {
    told("PreToolUse", "t1", "old");
    time.advance(Duration.ofHours(2).plusMillis(1));
    assertThat(told("UserPromptSubmit", "")).isEmpty();

    told("PreToolUse", "t2", "old");
    time.advance(Duration.ofHours(2).plusMillis(1));
    restart();
    assertThat(told("UserPromptSubmit", "")).isEmpty();
  }

  @Test
  void a_subagent_has_a_conversation_of_its_own() {
    told("PreToolUse", "t1", "main");

    Map<String, Object> subagent = Map.of("agent_id", "a1", "tool_use_id", "t2");
    assertThat(told("SubagentStart", subagent, HookResult.context("start")))
        .containsExactly("start");
    assertThat(told("PreToolUse", subagent, HookResult.context("sub"))).isEmpty();
    assertThat(told("PostToolUse", subagent, HookResult.NOTHING)).containsExactly("sub");
    assertThat(told("PostToolUse", "t1")).containsExactly("main");
  }

  @Test
  void sessions_do_not_wait_for_each_other() {
    told("PreToolUse", "t1", "mine");

    assertThat(told("UserPromptSubmit", Map.of("session_id", "s2"), HookResult.context("yours")))
        .containsExactly("yours");
  }
}
