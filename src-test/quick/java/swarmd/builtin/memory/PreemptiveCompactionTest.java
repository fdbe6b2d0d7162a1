package swarmd.builtin.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.InProcessTest;

/** A session is warned before its context is full. */
class PreemptiveCompactionTest extends InProcessTest {
  private static final JsonNode CONTINUE = Api.json("{\"continue\":true}");

  private HostSession session;
  private Path transcript;

  @BeforeEach
  void openSession() throws IOException {
    session = new HostSession(api.http(), daemon.project(), "s1");
    transcript = Files.createFile(daemon.userHome().resolve("transcript.jsonl"));
  }

  /** The line that Claude Code writes after each answer of its model. */
  private static String counted(long tokens) {
    return """
    {"type":"assistant","isSidechain":false,"message":{"usage":{"input_tokens":%d,"cache_creation_input_tokens":200,"cache_read_input_tokens":700,"output_tokens":100}}}
    """
        .formatted(tokens - 1_000);
  }

  private void append(String text) throws IOException {
    Files.writeString(transcript, text, StandardOpenOption.APPEND);
  }

  private static ObjectNode toolUse(HostSession session, Object transcript) {
    return session
        .payload("PostToolUse")
        .put("tool_name", "Read")
        .put("transcript_path", transcript.toString());
  }

  private JsonNode useTool() {
    daemon.time().advance(Duration.ofSeconds(60));
    return session.send(toolUse(session, transcript));
  }

  @Test
  void at_85_percent_the_model_and_the_user_are_warned() throws IOException {
    append(counted(169_999));
    assertThat(useTool()).isEqualTo(CONTINUE);
    append(counted(170_000) + "{\"type\":\"user\",\"message\":\"" + "x".repeat(9_000) + "\"}\n");

    assertThat(useTool())
        .isEqualTo(
            Api.json(
                """
                {"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"swarmd: the context is 85 % full (170,000 of 200,000 tokens). Keep outputs short from here on, and give searches to subagents. Save what must not be lost: swarm note add --working \\"…\\""},
                 "systemMessage":"swarmd: the context is 85 % full (170,000 of 200,000 tokens); compact it when the work is at a good point"}
                """));
  }

  @Test
  void at_95_percent_the_warning_is_critical() throws IOException {
    append(counted(190_000));

    assertThat(useTool().toString())
        .contains("95 % full", "may be compacted at any moment", "compact it now");
  }

  @Test
  void warnings_are_limited_until_the_next_compaction() throws IOException {
    append(counted(172_000));
    assertThat(useTool().toString()).contains("86 % full");
    daemon.time().advance(Duration.ofSeconds(59));
    assertThat(session.send(toolUse(session, transcript))).isEqualTo(CONTINUE);
    assertThat(useTool().toString()).contains("86 % full");
    assertThat(useTool()).isEqualTo(CONTINUE);
    append(counted(198_000));
    assertThat(useTool().toString()).contains("99 % full", "compact it now");
    assertThat(useTool()).isEqualTo(CONTINUE);

    append("{\"type\":\"system\",\"subtype\":\"compact_boundary\"}\n");
    assertThat(useTool()).isEqualTo(CONTINUE);
    append(counted(30_000));
    assertThat(useTool()).isEqualTo(CONTINUE);
    append(counted(180_000));
    assertThat(useTool().toString()).contains("90 % full");
  }

  @Test
  void the_transcript_is_read_at_most_every_ten_seconds() throws IOException {
    append(counted(10_000));
    assertThat(useTool()).isEqualTo(CONTINUE);
    append(counted(180_000));
    daemon.time().advance(Duration.ofMillis(9_999));
    assertThat(session.send(toolUse(session, transcript))).isEqualTo(CONTINUE);
    daemon.time().advance(Duration.ofMillis(1));

    assertThat(session.send(toolUse(session, transcript)).toString()).contains("90 % full");
  }

  @Test
  void each_session_is_warned_separately_and_subagents_are_not() throws IOException {
    append(counted(180_000));
    HostSession other = new HostSession(api.http(), daemon.project(), "s2");

    assertThat(session.send(toolUse(session, transcript).put("agent_id", "sub")))
        .isEqualTo(CONTINUE);
    assertThat(session.send(toolUse(session, transcript)).toString()).contains("90 % full");
    assertThat(other.send(toolUse(other, transcript)).toString()).contains("90 % full");
  }

  @Test
  void without_a_count_four_characters_count_as_a_token() throws IOException {
    append(("{\"text\":\"" + "x".repeat(988) + "\"}\n").repeat(679));
    assertThat(useTool()).isEqualTo(CONTINUE);
    append(("{\"text\":\"" + "x".repeat(988) + "\"}\n").repeat(3));

    assertThat(useTool().toString()).contains("about 85 % full (170,");
  }

  @Test
  void text_before_the_last_compaction_does_not_count() throws IOException {
    append(("{\"text\":\"" + "x".repeat(988) + "\"}\n").repeat(900));
    append("{\"type\":\"system\",\"subtype\":\"compact_boundary\"}\n");
    append("{\"text\":\"x\"}\n");

    assertThat(useTool()).isEqualTo(CONTINUE);
  }

  @Test
  void a_host_that_counts_more_than_200000_has_a_larger_window() throws IOException {
    append(counted(200_001));

    assertThat(useTool()).isEqualTo(CONTINUE);
  }

  @Test
  void gemini_has_a_larger_window() throws IOException {
    ObjectNode payload = toolUse(session, transcript).put("hook_event_name", "AfterTool");
    payload.put("timestamp", "2030");
    append("{\"type\":\"gemini\",\"tokens\":{\"input\":1,\"total\":500000}}\n");
    assertThat(session.send(payload)).isEqualTo(CONTINUE);
    daemon.time().advance(Duration.ofMinutes(1));
    append("{\"type\":\"gemini\",\"tokens\":{\"input\":1,\"total\":900000}}\n");

    assertThat(session.send(payload).toString()).contains("85 % full (900,000 of 1,048,576");
  }

  @ParameterizedTest
  @CsvSource({
    "100000, 90000, true",
    "1000000, 190000, false",
    "52000, 49999, false",
    "52000, 50000, true"
  })
  void the_setting_overrides_the_window_size(String window, long tokens, boolean warned)
      throws IOException {
    append(counted(tokens));
    try (InProcessDaemon other = InProcessDaemon.start(Map.of("SWARMD_CONTEXT_TOKENS", window));
        Api there = other.api()) {
      HostSession inOther = new HostSession(there.http(), other.project(), "s1");

      assertThat(inOther.send(toolUse(inOther, transcript)).has("systemMessage")).isEqualTo(warned);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"message\":{\"usage\":{\"input_tokens\":\"190000\"}}}",
        "{\"message\":{\"usage\":{\"input_tokens\":1e99}}}",
        "{\"message\":{\"usage\":{\"input_tokens\":-190000}}}",
        "{\"message\":{\"usage\":[190000]}}",
        "{\"message\":\"usage\",\"tokens\":190000}",
        "{\"isSidechain\":true,\"message\":{\"usage\":{\"input_tokens\":190000}}}",
        "{\"text\":\"{\\\"usage\\\":{\\\"input_tokens\\\":190000}}\"}",
        "\"usage\" is no JSON",
        ""
      })
  void irrelevant_lines_are_skipped(String line) throws IOException {
    append(counted(20_000) + line + "\n");

    assertThat(useTool()).isEqualTo(CONTINUE);
  }

  @Test
  void only_the_end_of_a_large_file_is_read() throws IOException {
    append(counted(190_000));
    append("x".repeat(1 << 20) + "\n");
    assertThat(useTool()).isEqualTo(CONTINUE);
    append(counted(190_000));

    assertThat(useTool().toString()).contains("95 % full");
  }

  @Test
  void only_the_user_s_own_file_is_read() throws IOException {
    append(counted(190_000));
    Path link = Files.createSymbolicLink(daemon.userHome().resolve("link"), transcript);
    Object[] paths = {
      link,
      daemon.userHome(),
      "/dev/zero",
      "/proc/self/mem",
      "/nowhere",
      "transcript.jsonl",
      "\0",
      ""
    };

    for (Object path : paths) {
      daemon.time().advance(Duration.ofMinutes(1));
      assertThat(session.send(toolUse(session, path))).as("%s", path).isEqualTo(CONTINUE);
    }
    daemon.time().advance(Duration.ofMinutes(1));
    assertThat(session.send(toolUse(session, "").put("transcript_path", 7))).isEqualTo(CONTINUE);
  }
}
