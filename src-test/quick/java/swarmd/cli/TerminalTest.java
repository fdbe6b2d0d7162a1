package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.Api;
import swarmd.testing.InProcessTest;
import swarmd.testing.Programs.Result;

/** Colours, tables and foreign text on the terminal. */
final class TerminalTest extends InProcessTest {
  private static final String[] COMMANDS = {
    "--help",
    "task --help",
    "status",
    "task list",
    "task list -a",
    "task show 1",
    "events",
    "settings",
    "task claim --agent eve",
    "task show 99",
    "task complete 1 --agent nobody",
    "task complete 1 --token stale",
    "bogus"
  };
  private static final String ESCAPE = "\u001b";

  private String everythingPrinted() {
    StringBuilder printed = new StringBuilder();
    for (String command : COMMANDS) {
      Result result = swarm.run(command.split(" "));
      printed.append(result.out()).append(result.err());
    }
    return printed.toString();
  }

  @Test
  void without_a_terminal_there_are_no_colours() {
    addTask("sweep", "ann");

    assertThat(everythingPrinted()).doesNotContain(ESCAPE);
  }

  @Test
  void on_a_terminal_there_are_colours() {
    addTask("sweep", "ann");
    swarm.with("SWARM_TTY", "1").with("TERM", "xterm");

    assertThat(swarm.run("task", "list").out()).contains(ESCAPE + "[1mclaimed" + ESCAPE + "[0m");
  }

  @ParameterizedTest
  @ValueSource(strings = {"NO_COLOR=1", "TERM=dumb"})
  void variables_turn_colours_off(String variable) {
    addTask("sweep", "ann");
    swarm.with("SWARM_TTY", "1");
    swarm.with(variable.split("=")[0], variable.split("=")[1]);

    assertThat(everythingPrinted()).doesNotContain(ESCAPE);
  }

  @Test
  void no_color_wins_over_clicolor_force() {
    addTask("sweep", "ann");
    swarm.with("CLICOLOR_FORCE", "1");
    assertThat(everythingPrinted()).contains(ESCAPE);
    swarm.with("NO_COLOR", "1");
    assertThat(everythingPrinted()).doesNotContain(ESCAPE);
  }

  @Test
  void foreign_text_cannot_send_escape_codes_to_the_terminal() {
    String evil = "x\u001b]0;title\u0007\u001b[2J\u009b31m\b\r\u007fy";
    addTask(evil, "ann");

    String printed = everythingPrinted();

    assertThat(printed.chars().filter(c -> c != '\n' && c != '\t' && Character.isISOControl(c)))
        .as(printed)
        .isEmpty();
  }

  /** A claimed task whose texts all come from elsewhere, and another task to claim. */
  private void addTask(String text, String agent) {
    try (Api api = daemon.api()) {
      ObjectNode task = api.body().put("title", text).put("description", "1\n2 " + text);
      task.putArray("files").add("src/" + text.replaceAll("[\\[]", ""));
      api.post("/v1/tasks", task.deepCopy());
      api.post("/v1/tasks", task);
      ObjectNode claim = api.body().put("agent", agent).put("session", text);
      Api.Held held = api.claim(claim);
      api.post(held.path("release"), held.proof().put("note", text));
      api.claim(claim);
    }
  }

  @Test
  void foreign_text_cannot_reverse_a_line() {
    addTask("safe \u202e\u2066txet neddih\u2029x", "ann");

    assertThat(everythingPrinted()).contains("safe   txet").doesNotContain("\u202e", "\u2066");
  }

  @Test
  @Timeout(60)
  void printing_a_table_takes_linear_time() {
    Table table = new Table(new Terminal(new Printed(), Map.of()), "ID", "TITLE");
    for (int i = 0; i < 20_000; i++) {
      table.row(Table.number(i), Table.cell("a title of some length"));
    }

    assertThat(table.lines()).hasSize(20_001);
  }

  @Test
  void columns_are_aligned_also_with_wide_characters() {
    swarm.run("task", "add", "短い", "--swarm", "日本語");
    swarm.run("task", "add", "long", "--swarm", "latin");

    assertThat(swarm.run("task", "list").out())
        .isEqualTo(
            """
            ID  STATUS   PRIORITY  WAVE  SWARM   AGENT  TITLE
             1  pending         0     0  日本語  -      短い
             2  pending         0     0  latin   -      long
            """);
  }
}
