package swarmd.builtin.context;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** "/name arguments" stands for a text that somebody has written down. */
class AutoSlashCommandTest extends ContextTest {

  private String claude(String prompt) {
    return said("auto-slash-command", mine, mine.payload("UserPromptSubmit").put("prompt", prompt));
  }

  private String gemini(String prompt) {
    ObjectNode payload = mine.payload("BeforeAgent").put("prompt", prompt);
    return said("auto-slash-command", mine, payload.put("timestamp", "2030-01-01T00:00:00Z"));
  }

  private Path users(String name, String text) {
    return write(daemon.userHome(), name, text);
  }

  @Test
  void the_model_is_told_what_it_stands_for_and_where_that_is_from() {
    Path file =
        write(
            ".swarmd/commands/greet.md",
            "---\ndescription: greets\n---\nGreet $1, then $ARGUMENTS.");

    assertThat(claude("/greet bob \"and carol\""))
        .isEqualTo(
            """
            [swarmd auto-slash-command] The person has called /greet. It stands for this text, from %s:

            Greet bob, then bob "and carol".\
            """
                .formatted(file));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "p/.claude/commands/greet.md",
        ".claude/commands/greet.md",
        "p/.swarmd/commands/greet.md",
        ".swarmd/commands/greet.md",
        "h/commands/greet.md",
        "p/.claude/skills/greet/SKILL.md",
        ".claude/skills/greet/SKILL.md"
      })
  void commands_are_found_wherever_people_keep_them(String file) {
    users(file, "Say hello.");

    assertThat(gemini("/greet")).contains("Say hello.");
    assertThat(claude("/greet").contains("Say hello."))
        .as("Claude Code knows what is in .claude")
        .isEqualTo(!file.contains(".claude"));
  }

  @Test
  void what_claude_code_has_of_the_same_name_is_its_own() {
    users("h/commands/greet.md", "Say hello.");
    write(".claude/commands/greet.md", "Say goodbye.");

    assertThat(claude("/greet")).isEmpty();
    assertThat(gemini("/greet")).contains("Say goodbye.");
  }

  @Test
  void the_project_s_come_before_the_user_s() {
    users(".claude/commands/greet.md", "The user's.");
    write(".claude/commands/greet.md", "The project's.");

    assertThat(gemini("/greet")).contains("The project's.");
  }

  @Test
  void folders_are_part_of_the_name() {
    write(".swarmd/commands/git/deep/sync.md", "Pull, then push.");

    assertThat(claude("/git:deep:sync now")).contains("Pull, then push.\n\nArguments: now");
    assertThat(claude("/sync")).isEmpty();
    assertThat(claude("/git/deep/sync")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a $1 b $2 c | /x one two | a one b two c",
        "a $1 b $2 c | /x one | a one b  c",
        "a $1 | /x 'one two' three | a one two",
        "$2 $1 | /x $1 two | two $1",
        "[$ARGUMENTS] | /x | []",
        "[$ARGUMENTS] | /x $ARGUMENTS $1 | [$ARGUMENTS $1]",
        "$9 $10 $0 $ARGUMENTSX | /x 1 2 3 4 5 6 7 8 9 10 | 9 $10 $0 $ARGUMENTSX"
      })
  void arguments_are_put_in_their_places_once(String template, String prompt, String text) {
    write(".swarmd/commands/x.md", template);

    assertThat(claude(prompt)).endsWith(":\n\n" + text);
  }

  @Test
  void nothing_in_it_is_run_or_read() {
    write("secret.txt", "Secret.");
    Path trace = daemon.project().resolve("trace");
    write(
        ".swarmd/commands/x.md",
        "State: !`touch " + trace + "`\n!touch " + trace + "\n@secret.txt");

    assertThat(claude("/x"))
        .contains("!`touch " + trace + "`", "@secret.txt")
        .doesNotContain("Secret.")
        .endsWith("[swarmd has run none of the commands in it]");
    assertThat(trace).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"help", "clear", "compact", "model", "HELP", "init", "plan", "cancel"})
  void the_host_s_own_commands_are_never_touched(String name) {
    users(".swarmd/commands/" + name + ".md", "Something else.");

    assertThat(claude("/" + name)).isEmpty();
    assertThat(gemini("/" + name)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "greet",
        "please /greet",
        "/",
        "//greet",
        "/greet.md",
        "/../commands/greet",
        "/:greet",
        "/greet:",
        "/a::b",
        "/gr eet",
        "/gr\0eet",
        "[swarmd ralph] /greet",
        "<task-notification>/greet"
      })
  void only_a_name_at_the_beginning_is_a_call(String prompt) {
    write(".swarmd/commands/greet.md", "Say hello.");

    assertThat(claude(prompt)).isEmpty();
  }

  @Test
  void a_long_text_is_cut_and_long_arguments_do_no_harm() {
    Path file = write(".swarmd/commands/x.md", "$ARGUMENTS ".repeat(2_900));
    Path big = write(".swarmd/commands/big.md", "b".repeat(200_000));

    assertThat(claude("/x " + "y".repeat(90_000)))
        .hasSizeLessThanOrEqualTo(8_000)
        .endsWith("…\n[cut; the rest is in " + file + "]");
    assertThat(claude("/big"))
        .hasSizeLessThanOrEqualTo(8_000)
        .endsWith("…\n[cut; the rest is in " + big + "]");
    assertThat(claude("/" + "x".repeat(100_000))).isEmpty();
    assertThat(claude("/x " + "y".repeat(300_000))).isEmpty();
    assertThat(said("auto-slash-command", mine, mine.payload("UserPromptSubmit").put("prompt", 5)))
        .isEmpty();
  }

  @Test
  void a_project_s_command_stays_in_the_project() throws IOException {
    Path outside = users("outside/greet.md", "Secret.");
    Files.createDirectories(daemon.project().resolve(".swarmd/commands"));
    Files.createSymbolicLink(daemon.project().resolve(".swarmd/commands/greet.md"), outside);
    Files.createSymbolicLink(daemon.project().resolve(".swarmd/commands/out"), outside.getParent());

    assertThat(claude("/greet")).isEmpty();
    assertThat(claude("/out:greet")).isEmpty();
  }

  @Test
  void it_comes_with_every_call_and_needs_no_session() {
    write(".swarmd/commands/greet.md", "Say hello.");

    assertThat(claude("/greet")).isEqualTo(claude("/greet")).isNotEmpty();
    ObjectNode payload = mine.payload("UserPromptSubmit").put("prompt", "/greet");
    payload.remove("session_id");
    assertThat(said("auto-slash-command", mine, payload)).contains("Say hello.");
  }
}
