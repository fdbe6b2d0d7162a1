package swarmd.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TextLimitTest {
  private final List<String> kept = new ArrayList<>();
  private final TextLimit limit =
      new TextLimit(
          text -> {
            kept.add(text);
            return "/full/text";
          });

  @Test
  void what_fits_stays_as_it_is() {
    String text = "x".repeat(10_000);

    assertThat(limit.fit(text)).isSameAs(text);
    assertThat(kept).isEmpty();
  }

  @Test
  void a_longer_text_ends_with_where_the_whole_is() {
    String text = "x".repeat(10_001);

    assertThat(limit.fit(text))
        .hasSize(10_000)
        .startsWith("xxx")
        .endsWith("x\n\n[shortened; the whole text is in /full/text]");
    assertThat(kept).containsExactly(text);
  }

  @Test
  void no_pair_of_surrogates_is_cut() {
    for (String start : List.of("", "x")) {
      String text = limit.fit(start + "😀".repeat(6_000));

      assertThat(text).hasSizeBetween(9_999, 10_000).contains("😀\n\n[shortened");
    }
  }

  @Test
  void a_text_that_cannot_be_kept_is_still_shortened() {
    TextLimit fullDisk =
        new TextLimit(
            text -> {
              throw new UncheckedIOException(new IOException("no space left on device"));
            });

    assertThat(fullDisk.fit("x".repeat(20_000))).hasSize(10_000).endsWith("x\n\n[shortened]");
  }
}
