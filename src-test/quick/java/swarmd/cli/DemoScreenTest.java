package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import swarmd.demo.DemoState;
import swarmd.demo.DemoState.AgentState;

final class DemoScreenTest {
  private static final long NOW = 1_000_000;

  private static final DemoState STATE =
      new DemoState(
          NOW,
          List.of(),
          List.of(),
          List.of(
              new AgentState("ada", Optional.of(1L), true),
              new AgentState("bob", Optional.of(2L), false),
              new AgentState("eve", Optional.empty(), false)));

  private static String frame(int rows, int sentences, int times) {
    Printed printed = new Printed();
    Terminal terminal = new Terminal(printed, Map.of());
    DemoScreen screen = new DemoScreen(terminal, rows);
    for (int i = 0; i < times; i++) {
      printed.clear();
      screen.draw(STATE, Stream.iterate(1, n -> n + 1).limit(sentences).map(n -> n + ".").toList());
    }
    return printed.text();
  }

  private static String text(String frame) {
    return frame.replaceAll("\u001b\\[[?0-9]*[a-zA-Z]", "");
  }

  @Test
  void the_story_is_below_the_agents() {
    assertThat(text(frame(24, 2, 1)))
        .isEqualTo(
            """
            ID  STATUS  AGENT  LEASE  TITLE

            AGENT  STATUS
            ada    died
            bob    working on task 2
            eve    waiting for work

            1.
            2.
            """);
  }

  @Test
  void a_long_story_loses_its_beginning_so_that_the_summary_fits() {
    assertThat(text(frame(13, 50, 1)).lines()).hasSize(9).endsWith("49.", "50.");
    assertThat(text(frame(9, 50, 1)).lines()).hasSize(5).endsWith("", "50.");
    assertThat(text(frame(2, 50, 1)).lines()).containsExactly("50.");
  }

  @Test
  void each_drawing_overwrites_the_previous_one() {
    assertThat(frame(24, 2, 1)).doesNotContain("\u001b[9A");
    assertThat(frame(24, 2, 2)).startsWith("\u001b[9A");
  }
}
