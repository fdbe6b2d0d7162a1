package swarmd.builtin.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import swarmd.hosts.HostRules;
import swarmd.hosts.Recording;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** Advice after failed edits, and reminders of modes after a break. */
class RecoveryTest extends InProcessTest {
  private static final JsonNode CONTINUE = Api.json("{\"continue\":true}");
  private static final String NOT_FOUND = "String to replace not found in file.\nString: abc";

  private HostSession session;

  @BeforeEach
  void openSession() {
    session = new HostSession(api.http(), daemon.project(), "s1");
  }

  private static String context(JsonNode answer) {
    return answer.at("/hookSpecificOutput/additionalContext").asText();
  }

  private static ObjectNode failure(HostSession session, String tool, String file, String error) {
    ObjectNode payload =
        session.payload("PostToolUseFailure").put("tool_name", tool).put("error", error);
    payload.putObject("tool_input").put("file_path", file);
    return payload;
  }

  private String afterFailure(String file, String error) {
    return context(session.send(failure(session, "Edit", file, error)));
  }

  @ParameterizedTest
  @CsvSource({
    "PostToolBatch, Edit not found, was not found",
    "PostToolBatch, Edit found twice, occurs several times",
    "PostToolBatch, Edit identical, are the same",
    "AfterTool, replace not found, was not found",
    "AfterTool, replace found twice, occurs several times",
    "AfterTool, replace identical, are the same"
  })
  void recorded_events_of_both_hosts_are_understood(String event, String label, String reason) {
    Recording recording =
        Recording.all().stream()
            .filter(each -> each.event().equals(event) && each.label().equals(label))
            .findFirst()
            .orElseThrow();
    ObjectNode payload = recording.payload().put("cwd", daemon.project().toString());

    ObjectNode answer = (ObjectNode) session.send(payload);

    assertThat(HostRules.problems(recording.host(), event, answer)).isEmpty();
    assertThat(context(answer))
        .startsWith("[swarmd recovery] /home/dev/project/a.txt: ")
        .contains(reason)
        .contains("Read the file again");
  }

  @Test
  void the_advice_is_short_and_names_the_file() {
    assertThat(afterFailure("src/A.java", NOT_FOUND))
        .isEqualTo(
            "[swarmd recovery] %s/src/A.java: the text to replace was not found. Read the file again, then copy the text to replace exactly from it, white space included."
                .formatted(daemon.project()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Edit | String not found in file. Failed to apply edit.",
        "MultiEdit | Found 12 matches of the string to replace, but replace_all is false.",
        "replace | Failed to edit, 0 occurrences found for old_string in /a.",
        "replace | Failed to edit, could not find the string to replace.",
        "replace | Failed to edit, expected 1 occurrence(s) but found 3.",
        "Edit | No changes to make: old_string and new_string are exactly the same."
      })
  void error_texts_of_other_versions_are_understood(String tool, String error) {
    assertThat(context(session.send(failure(session, tool, "a.txt", error))))
        .contains("Read the file again");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Edit | File has not been read yet. Read it first before writing to it.",
        "Edit | Permission denied",
        "Edit | ''",
        "Bash | String to replace not found in file.",
        "Read | String to replace not found in file.",
        "Edit | 'Permission denied\nString: the two are identical'"
      })
  void other_errors_and_other_tools_are_left_alone(String tool, String error) {
    assertThat(session.send(failure(session, tool, "a.txt", error))).isEqualTo(CONTINUE);
  }

  @Test
  void successful_edits_get_no_advice() {
    ObjectNode payload = session.payload("PostToolUse").put("tool_name", "Edit");
    payload.putObject("tool_input").put("file_path", "a.txt").put("old_string", NOT_FOUND);
    payload.putObject("tool_response").put("oldString", NOT_FOUND);

    assertThat(session.send(payload)).isEqualTo(CONTINUE);
    assertThat(session.send(Recording.of("PostToolBatch").payload())).isEqualTo(CONTINUE);
  }

  @Test
  void from_the_fifth_time_on_another_approach_is_suggested() {
    for (int i = 1; i < 5; i++) {
      assertThat(afterFailure("a.txt", NOT_FOUND)).contains("Read the file again");
      daemon.time().advance(Duration.ofSeconds(60));
    }

    assertThat(afterFailure("a.txt", NOT_FOUND))
        .contains("a.txt: the text to replace was not found, 5 times in a row")
        .contains("Try another approach: smaller edits")
        .contains("read the whole file and rewrite it");
    daemon.time().advance(Duration.ofSeconds(61));
    assertThat(afterFailure("a.txt", NOT_FOUND)).contains("Read the file again");
  }

  @Test
  void each_file_error_session_and_agent_counts_separately() {
    HostSession other = new HostSession(api.http(), daemon.project(), "s2");
    for (int i = 0; i < 4; i++) {
      afterFailure("a.txt", NOT_FOUND);
    }

    assertThat(context(other.send(failure(other, "Edit", "a.txt", NOT_FOUND))))
        .doesNotContain("in a row");
    assertThat(
            context(
                session.send(failure(session, "Edit", "a.txt", NOT_FOUND).put("agent_id", "sub"))))
        .doesNotContain("in a row");
    assertThat(afterFailure("b.txt", NOT_FOUND)).doesNotContain("in a row");
    assertThat(afterFailure("b.txt", "are identical")).doesNotContain("in a row");
    assertThat(afterFailure("a.txt", NOT_FOUND)).doesNotContain("in a row");
  }

  @Test
  void a_failure_reported_by_two_events_counts_once() {
    ObjectNode single = failure(session, "Edit", "a.txt", NOT_FOUND).put("tool_use_id", "t1");
    ObjectNode batch = session.payload("PostToolBatch");
    ObjectNode call = batch.putArray("tool_calls").addObject();
    call.put("tool_name", "Edit").put("tool_use_id", "t1");
    call.put("tool_response", "<tool_use_error>" + NOT_FOUND + "</tool_use_error>");
    call.putObject("tool_input").put("file_path", "a.txt");

    assertThat(context(session.send(single))).contains("Read the file again");
    assertThat(session.send(batch)).isEqualTo(CONTINUE);
  }

  @Test
  void malformed_events_get_an_answer() {
    ObjectNode batch = session.payload("PostToolBatch");
    batch.putArray("tool_calls").add(1).addObject().put("tool_name", 7).put("tool_input", "x");
    assertThat(session.send(batch)).isEqualTo(CONTINUE);
    assertThat(session.send(session.payload("PostToolBatch").put("tool_calls", "x")))
        .isEqualTo(CONTINUE);
    assertThat(afterFailure("a\0b", NOT_FOUND)).isEmpty();
    assertThat(afterFailure("/" + "a/".repeat(1_500), NOT_FOUND)).hasSizeLessThan(600);
    assertThat(afterFailure("a\nb", NOT_FOUND)).doesNotContain("\n");
    ObjectNode gemini =
        session.payload("AfterTool").put("timestamp", "2030").put("tool_name", "replace");
    gemini.putObject("tool_input").put("file_path", "a.txt");
    gemini.putObject("tool_response").putObject("error").put("message", 7);
    assertThat(session.send(gemini)).isEqualTo(CONTINUE);
  }

  @Test
  void only_a_few_of_many_simultaneous_failures_get_advice() {
    ObjectNode batch = session.payload("PostToolBatch");
    ArrayNode calls = batch.putArray("tool_calls");
    for (int i = 0; i < 50; i++) {
      ObjectNode call = calls.addObject().put("tool_name", "Edit");
      call.put("tool_response", "<tool_use_error>" + NOT_FOUND + "</tool_use_error>");
      call.putObject("tool_input").put("file_path", i + ".txt");
    }

    assertThat(context(session.send(batch)).lines()).hasSize(3);
  }

  private String begin(String source) {
    return context(session.send(session.payload("SessionStart").put("source", source)));
  }

  @Test
  void a_resumed_session_continues_with_its_modes() {
    session.prompt("ralph: port the parser\nto Java");

    assertThat(begin("compact"))
        .contains(
            "[swarmd recovery] Continue the unfinished work of ralph. It is about: \"port the"
                + " parser to Java\".")
        .contains("swarm mode set ralph --verified");
    assertThat(begin("startup")).contains("ralph").doesNotContain("[swarmd recovery]");
  }

  @Test
  void the_reminder_comes_once_until_the_next_compaction() {
    session.prompt("ralph: port the parser");

    assertThat(begin("resume")).contains("[swarmd recovery]");
    assertThat(begin("resume")).doesNotContain("[swarmd recovery]");
    assertThat(begin("compact")).contains("[swarmd recovery]");
    assertThat(begin("compact")).contains("[swarmd recovery]");
  }

  @Test
  void ended_modes_and_those_of_other_sessions_are_not_resumed() {
    new HostSession(api.http(), daemon.project(), "s2").prompt("ultrawork: all of it");
    assertThat(begin("resume")).isEmpty();

    session.prompt("ralph: port the parser");
    session.prompt("/cancel");
    assertThat(begin("resume")).isEmpty();
  }

  @Test
  void long_prompts_and_guides_are_shortened() {
    session.prompt("swarm 3 agents: " + "x".repeat(5_000));

    assertThat(begin("compact")).contains("…").hasSizeLessThan(1_600);
  }
}
