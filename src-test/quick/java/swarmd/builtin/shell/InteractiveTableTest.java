package swarmd.builtin.shell;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessDaemon;

/** Which commands would wait for a person, and which similar ones would not. */
class InteractiveTableTest {
  private static final Path TABLE =
      Path.of(
          System.getProperty("swarmd.repository"), "src-test/support/resources/interactive.tsv");

  private static InProcessDaemon daemon;
  private static Api api;
  private static int sessions;

  @BeforeAll
  static void start() {
    daemon = InProcessDaemon.start();
    api = daemon.api();
  }

  @AfterAll
  static void stop() {
    api.close();
    daemon.close();
  }

  /** One line of the table; line breaks are written as their Unicode pictures. */
  record Line(boolean waits, String command) {
    static Line of(String line) {
      String[] cells = line.split("\t", -1);
      assertThat(cells).as(line).hasSize(2);
      assertThat(cells[0]).isIn("wait", "run");
      return new Line(cells[0].equals("wait"), cells[1].replace('\u240A', '\n'));
    }

    @Override
    public String toString() {
      return command;
    }
  }

  static Stream<Line> lines() throws IOException {
    return Files.readAllLines(TABLE).stream().map(Line::of);
  }

  @ParameterizedTest
  @MethodSource("lines")
  void a_command_that_would_wait_is_noticed_and_a_similar_one_is_not(Line line) {
    assertThat(warned(line.command)).isEqualTo(line.waits);
  }

  /** Each command has a session of its own, because a session is warned once. */
  private static boolean warned(String command) {
    HostSession session = new HostSession(api.http(), daemon.project(), "s" + ++sessions);
    ObjectNode payload = session.payload("PreToolUse").put("tool_name", "Bash");
    payload.putObject("tool_input").put("command", command);
    return session.send(payload).toString().contains("would wait for input");
  }

  @Test
  void the_table_is_long_both_ways() throws IOException {
    assertThat(lines().filter(Line::waits).count()).isGreaterThanOrEqualTo(120);
    assertThat(lines().filter(line -> !line.waits).count()).isGreaterThanOrEqualTo(120);
    assertThat(lines()).doesNotHaveDuplicates();
  }
}
