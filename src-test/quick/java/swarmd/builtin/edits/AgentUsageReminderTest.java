package swarmd.builtin.edits;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** A main agent that keeps searching is reminded of its subagents. */
class AgentUsageReminderTest extends InProcessTest {
  private HostSession session;

  @BeforeEach
  void openSession() {
    session = new HostSession(api.http(), daemon.project(), "s1");
  }

  private static boolean reminds(HostSession session, String tool, String agent) {
    ObjectNode payload = session.payload("PostToolUse").put("tool_name", tool);
    payload.putObject("tool_input").put("file_path", "/nowhere/a.txt");
    if (!agent.isEmpty()) {
      payload.put("agent_id", agent);
    }
    return session.send(payload).toString().contains("give the question to a subagent");
  }

  private boolean reminds(String tool) {
    return reminds(session, tool, "");
  }

  private void search(int times) {
    for (int i = 0; i < times; i++) {
      assertThat(reminds(i % 2 == 0 ? "Grep" : "Glob")).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Grep", "Glob", "LS"})
  void the_fifth_search_in_a_row_triggers_the_reminder(String tool) {
    search(4);

    assertThat(reminds(tool)).isTrue();
  }

  @Test
  void gemini_s_search_tools_count_as_well() {
    for (int i = 0; i < 4; i++) {
      assertThat(afterTool(i % 2 == 0 ? "glob" : "grep_search")).isFalse();
    }

    assertThat(afterTool("list_directory")).isTrue();
  }

  private boolean afterTool(String tool) {
    ObjectNode payload = session.payload("AfterTool").put("tool_name", tool);
    payload.putObject("tool_input");
    return session.send(payload).toString().contains("number 5 in a row");
  }

  @Test
  void the_reminder_comes_once_until_a_subagent_is_used() {
    search(4);
    assertThat(reminds("Grep")).isTrue();
    search(20);

    assertThat(reminds("Agent")).isFalse();
    search(4);
    assertThat(reminds("Grep")).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"Edit", "Write", "Agent", "Task"})
  void an_edit_or_a_subagent_in_between_resets_the_count(String tool) {
    search(4);
    reminds(tool);
    search(4);

    assertThat(reminds("Grep")).isTrue();
  }

  @Test
  void other_tools_change_nothing() {
    search(4);
    reminds("Bash");
    reminds("TodoWrite");
    reminds("Read");

    assertThat(reminds("Grep")).isTrue();
  }

  @Test
  void subagents_are_not_reminded_and_sessions_count_separately() {
    HostSession other = new HostSession(api.http(), daemon.project(), "s2");
    for (int i = 0; i < 10; i++) {
      assertThat(reminds(session, "Grep", "sub1")).isFalse();
    }
    for (int i = 0; i < 4; i++) {
      reminds("Grep");
      reminds(other, "Grep", "");
    }

    assertThat(reminds(other, "Grep", "")).isTrue();
    assertThat(reminds("Grep")).isTrue();
  }
}
