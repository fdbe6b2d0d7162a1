package swarmd.modes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import swarmd.hooks.TypedPrompt;

/**
 * A table of prompts: each is an order with the mode that it starts, or talk. The talk was
 * collected from the issues and commits of real projects, and from ways to misread an order.
 */
class KeywordTableTest {
  private static final String NOTHING = "-";
  private static final List<Row> TABLE = read();

  /** Marks an order that is too close to talk to be recognised. */
  private static final String MISSED = "~";

  private record Row(String expected, String prompt) {

    boolean isTalk() {
      return expected.equals(NOTHING);
    }

    boolean isMissed() {
      return expected.startsWith(MISSED);
    }

    String actual() {
      return TypedPrompt.of(Stops.event("/p", "s").withFields(Map.of("prompt", prompt)))
          .flatMap(KeywordPolicy.ON::in)
          .map(Row::label)
          .orElse(NOTHING);
    }

    private static String label(Keyword keyword) {
      if (keyword instanceof Keyword.Start start) {
        return start.mode().label();
      }
      return keyword instanceof Keyword.Cancel cancel
          ? cancel.mode().map(mode -> "end " + mode.label()).orElse("cancel")
          : "think";
    }

    @Override
    public String toString() {
      return "%s (expected %s, got %s)".formatted(prompt, expected, actual());
    }
  }

  private static List<Row> read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(KeywordTableTest.class.getResourceAsStream("/keywords.tsv")),
                StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .map(line -> line.split("\t", 2))
          .map(cells -> new Row(cells[0], cells[1].replace("\\n", "\n")))
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static List<Row> misread(boolean talk) {
    return TABLE.stream()
        .filter(row -> !row.isMissed() && row.isTalk() == talk)
        .filter(row -> !row.actual().equals(row.expected))
        .toList();
  }

  @Test
  void the_table_has_enough_of_both() {
    assertThat(TABLE.stream().filter(Row::isTalk)).hasSizeGreaterThan(300);
    assertThat(TABLE.stream().filter(row -> !row.isTalk())).hasSizeGreaterThan(300);
  }

  @Test
  void no_talk_starts_a_mode() {
    assertThat(misread(true)).isEmpty();
  }

  @Test
  void every_order_starts_or_ends_its_mode() {
    assertThat(misread(false)).isEmpty();
  }

  @Test
  void few_orders_need_a_command_instead() {
    List<Row> missed = TABLE.stream().filter(Row::isMissed).toList();
    assertThat(missed).allMatch(row -> row.actual().equals(NOTHING));
    assertThat(missed).hasSizeLessThan(TABLE.size() / 20);
  }
}
