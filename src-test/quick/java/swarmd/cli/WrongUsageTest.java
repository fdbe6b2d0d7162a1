package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import swarmd.testing.Api;
import swarmd.testing.InProcessTest;
import swarmd.testing.Programs.Result;
import swarmd.usage.CommandShape;

/** The table wrong-usage.tsv: every command with wrong input, what it prints and its exit code. */
final class WrongUsageTest extends InProcessTest {
  private static final Pattern FOREIGN_WORDS =
      Pattern.compile(
          "Exception|java\\.|swarmd\\.|com\\.fasterxml|Invalid value|Usage:|[A-Z]_[A-Z]");

  @Test
  void every_wrong_command_line_gets_one_line_and_its_exit_code() throws IOException {
    prepare();

    String printed =
        WrongUsage.all().stream().map(row -> run(row) + "\n").collect(Collectors.joining());

    assertThat(printed)
        .isEqualTo(WrongUsage.all().stream().map(row -> row + "\n").collect(Collectors.joining()));
  }

  private WrongUsage run(WrongUsage row) {
    Result result = swarm.run(row.words().toArray(String[]::new));
    assertThat(result.out()).as(row.typed()).isEmpty();
    return new WrongUsage(
        row.typed(),
        result.exit(),
        result.err().replace(daemon.project().toString(), "{project}").replaceFirst("\n$", ""));
  }

  /** Task 1 is ada's, task 2 is pending, task 3 is done; and some files that hold no tasks. */
  private void prepare() throws IOException {
    api.add("one", "two", "three");
    api.claim("ada");
    Api.Held third = api.claim(api.body().put("agent", "ada").put("id", 3));
    api.post(third.path("complete"), third.proof());
    Files.writeString(daemon.project().resolve("broken.json"), "[\n  {\"title\" \"x\"}\n]");
    Files.writeString(
        daemon.project().resolve("fields.json"), "[{\"title\": \"x\", \"priorty\": 1}]");
  }

  @Test
  void every_command_has_wrong_command_lines_in_the_table() {
    Set<String> missing = new TreeSet<>();
    for (List<String> command : commands(SwarmCommand.commandLine(), List.of())) {
      if (command.equals(List.of(CommandShape.HOOK.name()))) {
        continue; // never fails, because hosts take any other exit code for a decision
      }
      boolean found =
          WrongUsage.all().stream()
              .map(WrongUsage::words)
              .anyMatch(
                  words ->
                      words.size() >= command.size()
                          && words.subList(0, command.size()).equals(command));
      if (!found) {
        missing.add(String.join(" ", command));
      }
    }

    assertThat(missing).as("commands without a row in wrong-usage.tsv").isEmpty();
  }

  private static List<List<String>> commands(CommandLine line, List<String> path) {
    List<List<String>> all = new ArrayList<>();
    for (Map.Entry<String, CommandLine> below : line.getSubcommands().entrySet()) {
      List<String> command = new ArrayList<>(path);
      command.add(below.getKey());
      all.add(command);
      all.addAll(commands(below.getValue(), command));
    }
    return all;
  }

  @Test
  void no_line_has_words_of_the_program_instead_of_the_user() {
    assertThat(WrongUsage.all())
        .allSatisfy(
            row -> {
              assertThat(row.exit()).as(row.typed()).isBetween(1, 3);
              assertThat(row.line()).startsWith("swarm: ").doesNotContainPattern(FOREIGN_WORDS);
            });
  }

  @Test
  void broken_json_from_standard_input_is_one_line() {
    Result result = swarm.runWithInput("[{\"title\": }]", "task", "add", "-");

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err())
        .isEqualTo(
            "swarm: standard input is not valid JSON, line 1, column 12: a value was expected"
                + " here\n");
  }

  @Test
  void the_client_declares_its_commands_as_the_daemon_does() {
    assertThat(SwarmCommand.commandLine().getSubcommands().keySet())
        .containsAll(CommandShape.CLIENT.stream().map(CommandShape::name).toList());
  }
}
