package swarmd.builtin.context;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import swarmd.hosts.HostRules;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** A project with files, and a session that reads and edits them. */
abstract class ContextTest extends InProcessTest {
  protected HostSession mine;
  protected HostSession other;

  @BeforeEach
  final void openSessions() throws IOException {
    mine = new HostSession(api.http(), daemon.project(), "mine");
    other = new HostSession(api.http(), daemon.project(), "other");
    Files.createDirectory(daemon.project().resolve(".git"));
  }

  protected Path write(String name, String text) {
    return write(daemon.project(), name, text);
  }

  protected static Path write(Path folder, String name, String text) {
    try {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lets caches expire, so that later changes are seen. */
  protected void aSecondPasses() {
    daemon.time().advance(Duration.ofSeconds(1));
  }

  protected static ObjectNode used(HostSession session, String tool, String file) {
    ObjectNode payload = session.payload("PostToolUse").put("tool_name", tool);
    payload.putObject("tool_input").put("file_path", file);
    return payload;
  }

  protected static ObjectNode usedInGemini(HostSession session, String tool, String file) {
    return used(session, tool, file)
        .put("hook_event_name", "AfterTool")
        .put("timestamp", "2030-01-01T00:00:00Z");
  }

  /** One hook's text in an answer; fails if the host would not accept the answer. */
  protected static String said(String hook, HostSession session, ObjectNode payload) {
    JsonNode answer = session.send(payload);
    String event = payload.get("hook_event_name").asText();
    String host = event.equals("AfterTool") || event.equals("BeforeAgent") ? "gemini" : "claude";
    assertThat(HostRules.problems(host, event, (ObjectNode) answer)).isEmpty();
    String context = answer.at("/hookSpecificOutput/additionalContext").asText();
    int begin = context.indexOf("[swarmd " + hook + "]");
    if (begin < 0) {
      return "";
    }
    int end = context.indexOf("\n\n[swarmd ", begin);
    return context.substring(begin, end < 0 ? context.length() : end);
  }
}
