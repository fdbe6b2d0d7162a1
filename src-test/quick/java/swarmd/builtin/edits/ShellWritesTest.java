package swarmd.builtin.edits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import swarmd.builtin.shell.CommandWrites;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessDaemon;

/**
 * A table of shell commands, in a project where another agent's task owns src/api and config.json:
 * which are denied, which are noticed afterwards, and which only read or write something else.
 */
@DisabledOnOs(OS.WINDOWS)
class ShellWritesTest {
  private static final Path TABLE =
      Path.of(
          System.getProperty("swarmd.repository"), "src-test/support/resources/shell-writes.tsv");

  private static final List<String> OWNED =
      List.of(
          "src/api/A.java",
          "src/api/B.java",
          "src/api/deep/C.java",
          "src/api/run.sh",
          "src/api/model.py",
          "src/api/app.js",
          "src/api/main.go",
          "config.json");

  /** Later than the daemon's clock, so that they count as changed since the task was claimed. */
  private static final FileTime CHANGED = FileTime.from(Instant.parse("2031-01-01T00:00:00Z"));

  private static InProcessDaemon daemon;
  private static Api api;
  private static Path project;
  private static HostSession mine;
  private static HostSession theirs;
  private static int calls;

  /** One line of the table; line breaks are written as their Unicode pictures. */
  record Line(String expected, String command) {
    static Line of(String line) {
      String[] cells = line.split("\t", -1);
      assertThat(cells).as(line).hasSize(2);
      assertThat(cells[0]).isIn("deny", "after", "read");
      return new Line(cells[0], cells[1].replace('\u240A', '\n').replace('\u2409', '\t'));
    }

    @Override
    public String toString() {
      return command;
    }
  }

  private static Stream<Line> lines(String expected) throws IOException {
    return Files.readAllLines(TABLE).stream()
        .map(Line::of)
        .filter(line -> line.expected.equals(expected));
  }

  static Stream<Line> denied() throws IOException {
    return lines("deny");
  }

  static Stream<Line> noticed() throws IOException {
    return lines("after");
  }

  static Stream<Line> harmless() throws IOException {
    return lines("read");
  }

  @BeforeAll
  static void claimFiles() throws IOException {
    daemon = InProcessDaemon.start();
    api = daemon.api();
    project = daemon.project();
    mine = new HostSession(api.http(), project, "mine");
    theirs = new HostSession(api.http(), project, "theirs");
    Files.createDirectory(project.resolve(".git"));
    ObjectNode task = api.body().put("title", "the api");
    task.putArray("files").add("src/api/**").add("config.json");
    api.post("/v1/tasks", task);
    api.claim(api.body().put("agent", "main-theirs").put("session", "theirs"));
  }

  @AfterAll
  static void stop() {
    api.close();
    daemon.close();
  }

  @BeforeEach
  void writeFiles() throws IOException {
    for (String name : OWNED) {
      Files.setLastModifiedTime(write(name, "a foo\n"), CHANGED);
    }
    write("src/web/W.java", "a foo\n");
    write("lib/x.txt", "src/api/A.java\n");
    write("lib/run.sh", "true\n");
    write("README.md", "read me\n");
    write("names.txt", "src/api/A.java\n");
    write("gen.py", "import os\nopen(os.path.join('src', 'api', 'A.java'), 'w').write('new')\n");
    write("gen.sh", "cd src\ncd api\necho new > New.java\n").toFile().setExecutable(true);
    write("gen.mk", "all:\n\techo new > src/api/B.java\n");
    write("api.patch", patch("src/api/A.java"));
    write("web.patch", patch("src/web/W.java"));
    link("link", "src/api");
    link("filelink", "src/api/A.java");
    Files.deleteIfExists(project.resolve("src/api/New.java"));
  }

  private static Path write(String name, String text) throws IOException {
    Path file = project.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private static void link(String name, String target) throws IOException {
    if (!Files.exists(project.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
      Files.createSymbolicLink(project.resolve(name), Path.of(target));
    }
  }

  private static String patch(String file) {
    return "diff --git a/%1$s b/%1$s\n--- a/%1$s\n+++ b/%1$s\n@@ -1 +1 @@\n-a foo\n+b foo\n"
        .formatted(file);
  }

  private static ObjectNode bash(HostSession session, String event, String command) {
    ObjectNode payload =
        session.payload(event).put("tool_name", "Bash").put("tool_use_id", "t" + calls);
    payload
        .putObject("tool_input")
        .put("command", command.replace("@PROJECT@", project.toString()));
    return payload;
  }

  private static JsonNode before(String command) {
    calls++;
    return mine.send(bash(mine, "PreToolUse", command));
  }

  private static String after(HostSession session, String command) {
    return session
        .send(bash(session, "PostToolUse", command))
        .at("/hookSpecificOutput/additionalContext")
        .asText();
  }

  private static String decision(JsonNode answer) {
    return answer.at("/hookSpecificOutput/permissionDecision").asText();
  }

  @ParameterizedTest
  @MethodSource("denied")
  void a_command_that_writes_another_agent_s_file_is_denied(Line line) {
    JsonNode answer = before(line.command);

    assertThat(decision(answer)).as(answer.toString()).isEqualTo("deny");
    assertThat(answer.at("/hookSpecificOutput/permissionDecisionReason").asText())
        .contains("belongs to task 1 (\"the api\"), which agent main-theirs of session theirs");
  }

  @ParameterizedTest
  @MethodSource("harmless")
  void a_command_that_only_reads_it_or_writes_something_else_is_not_denied(Line line) {
    JsonNode answer = before(line.command);

    assertThat(answer.toString()).doesNotContain("\"deny\"", "belongs to task");
  }

  @ParameterizedTest
  @MethodSource("noticed")
  void what_its_text_does_not_tell_is_noticed_after_the_command(Line line) throws Exception {
    assertThat(decision(before(line.command))).isEmpty();
    run(line.command);

    assertThat(after(mine, line.command))
        .contains(
            "while your command ran, files of task 1 (\"the api\"), which agent main-theirs of"
                + " session theirs is working on, were written: src/api/");
    assertThat(after(theirs, "true"))
        .contains(
            "files of your task 1 were written while the main agent of session mine ran the"
                + " command");
    assertThat(after(mine, line.command)).isEmpty();
  }

  private static void run(String command) throws Exception {
    Process shell =
        new ProcessBuilder("bash", "-c", command)
            .directory(project.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(shell.waitFor(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void a_command_that_breaks_off_anywhere_is_still_read() throws IOException {
    for (String line : Files.readAllLines(TABLE)) {
      String command = Line.of(line).command;
      for (int end = 0; end < command.length(); end++) {
        String beginning = command.substring(0, end);
        assertThatCode(() -> CommandWrites.of(beginning, "/a", "/a", Map.of()))
            .as(beginning)
            .doesNotThrowAnyException();
      }
    }
  }

  @Test
  void the_table_is_long_and_few_commands_slip_through() throws IOException {
    long denied = denied().count();
    long noticed = noticed().count();

    assertThat(denied).isGreaterThanOrEqualTo(150);
    assertThat(harmless().count()).isGreaterThanOrEqualTo(150);
    assertThat(noticed * 20).isLessThanOrEqualTo(denied + noticed);
    assertThat(Files.readAllLines(TABLE)).doesNotHaveDuplicates();
  }
}
