package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import swarmd.testing.InProcessTest;

/** A watched status fits the terminal. */
final class ScreenTest extends InProcessTest {
  private static final String RED = "\u001b[31m";
  private static final String PLAIN = "\u001b[0m";

  @Test
  void a_line_that_fits_stays_as_it_is() {
    assertThat(new Screen(24, 5).fit(List.of("", "12345", RED + "12345" + PLAIN)))
        .containsExactly("", "12345", RED + "12345" + PLAIN);
  }

  @Test
  void a_longer_line_is_cut_at_the_edge_and_colours_take_no_room() {
    assertThat(new Screen(24, 5).fit(List.of("123456", RED + "123456" + PLAIN, "日本語")))
        .containsExactly("1234…", RED + "1234…" + PLAIN, "日本…");
  }

  @Test
  void lines_that_do_not_fit_are_counted() {
    assertThat(new Screen(4, 80).fit(List.of("1", "2", "3", "4", "5")))
        .containsExactly("1", "2", "… 3 more lines");
  }

  @ParameterizedTest
  @CsvSource({"10, 40", "24, 80", "3, 20", "50, 200", "1, 1"})
  void a_picture_of_the_status_never_wraps_or_scrolls(int rows, int columns) {
    for (String title : Collections.nCopies(30, "a long title ".repeat(20))) {
      api.add(title);
      api.claim("ann");
    }
    swarm
        .with("SWARM_TTY", "1")
        .with("SWARM_PICTURE", "1")
        .with("LINES", "" + rows)
        .with("COLUMNS", "" + columns);

    String picture = ok(swarm.run("status")).out();

    List<String> lines = picture.replaceAll("\u001b\\[[0-9;]*[A-Za-z]", "").lines().toList();
    assertThat(lines).hasSizeLessThan(Math.max(2, rows));
    assertThat(lines)
        .allSatisfy(
            line -> assertThat(Table.width(line)).isLessThanOrEqualTo(Math.max(2, columns)));
  }
}
