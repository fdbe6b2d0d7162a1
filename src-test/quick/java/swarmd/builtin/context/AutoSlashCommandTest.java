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

/** "/name arguments" is expanded from a file. */
class AutoSlashCommandTest extends ContextTest {

  private String claude(String prompt) {
    return said("auto-slash-command", mine, mine.payload("UserPromptSubmit").put("prompt", prompt));
  }

  private String gemini(String prompt) {
    ObjectNode payload = mine.payload("BeforeAgent").put("prompt", prompt);
    return said("auto-slash-command", mine, payload.put("timestamp", "2030-01-01T00:00:00Z"));
  }

  private Path writeToUserHome(String name, String text) {
    return write(daemon.userHome(), name, text);
  }

  @Test
  void the_model_gets_the_expansion_and_its_source() {
    Path file =
        write(
            ".swarmd/commands/greet.md",
            "---\ndescription: greets\n---\nGreet $1, then $ARGUMENTS.");

    assertThat(claude("/greet bob \"and carol\""))
        .isEqualTo(
            """
            [swarmd auto-slash-command] The user typed /greet. It expands to this text, from %s:

            > Greet bob, then bob "and carol".\
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
  void commands_are_found_in_every_supported_folder(String file) {
    writeToUserHome(file, "Say hello.");

    assertThat(gemini("/greet")).contains("Say hello.");
    assertThat(claude("/greet").contains("Say hello."))
        .as("Claude Code expands .claude itself")
        .isEqualTo(!file.contains(".claude"));
  }

  @Test
  void a_command_that_claude_code_has_itself_is_not_expanded() {
    writeToUserHome("h/commands/greet.md", "Say hello.");
    write(".claude/commands/greet.md", "Say goodbye.");

    assertThat(claude("/greet")).isEmpty();
    assertThat(gemini("/greet")).contains("Say goodbye.");
  }

  @Test
  void the_project_s_commands_come_before_the_user_s() {
    writeToUserHome(".claude/commands/greet.md", "The user's.");
    write(".claude/commands/greet.md", "The project's.");

    assertThat(gemini("/greet")).contains("The project's.");
  }

  @Test
  void folders_are_part_of_the_name() {
    write(".swarmd/commands/git/deep/sync.md", "Pull, then push.");

    assertThat(claude("/git:deep:sync now")).contains("> Pull, then push.\n> \n> Arguments: now");
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
  void placeholders_are_replaced_once(String template, String prompt, String text) {
    write(".swarmd/commands/x.md", template);

    assertThat(claude(prompt)).endsWith(":\n\n> " + text);
  }

  @Test
  void commands_and_file_references_in_it_have_no_effect() {
    write("secret.txt", "Secret.");
    Path trace = daemon.project().resolve("trace");
    write(
        ".swarmd/commands/x.md",
        "State: !`touch " + trace + "`\n!touch " + trace + "\n@secret.txt");

    assertThat(claude("/x"))
        .contains("!`touch " + trace + "`", "@secret.txt")
        .doesNotContain("Secret.")
        .endsWith("[swarmd did not run the commands in it]");
    assertThat(trace).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"help", "clear", "compact", "model", "HELP", "init", "plan", "cancel"})
  void the_host_s_own_commands_are_never_expanded(String name) {
    writeToUserHome(".swarmd/commands/" + name + ".md", "Something else.");

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
  void only_a_name_at_the_start_is_a_call(String prompt) {
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
    Path outside = writeToUserHome("outside/greet.md", "Secret.");
    Files.createDirectories(daemon.project().resolve(".swarmd/commands"));
    Files.createSymbolicLink(daemon.project().resolve(".swarmd/commands/greet.md"), outside);
    Files.createSymbolicLink(daemon.project().resolve(".swarmd/commands/out"), outside.getParent());

    assertThat(claude("/greet")).isEmpty();
    assertThat(claude("/out:greet")).isEmpty();
  }

  @Test
  void every_call_is_expanded_even_without_a_session() {
    write(".swarmd/commands/greet.md", "Say hello.");

    assertThat(claude("/greet")).isEqualTo(claude("/greet")).isNotEmpty();
    ObjectNode payload = mine.payload("UserPromptSubmit").put("prompt", "/greet");
    payload.remove("session_id");
    assertThat(said("auto-slash-command", mine, payload)).contains("Say hello.");
  }
}
