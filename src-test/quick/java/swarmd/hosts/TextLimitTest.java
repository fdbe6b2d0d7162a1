package swarmd.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import swarmd.catalogue.HostCatalogue;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;

final class TextLimitTest {
  private final List<String> kept = new ArrayList<>();
  private final TextLimit limit =
      new TextLimit(
          text -> {
            kept.add(text);
            return "/full/text";
          });

  @Test
  void a_text_that_fits_is_unchanged() {
    String text = "x".repeat(10_000);

    assertThat(limit.fit(text)).isSameAs(text);
    assertThat(kept).isEmpty();
  }

  @Test
  void a_longer_text_ends_with_the_path_of_the_whole_text() {
    String text = "x".repeat(10_001);

    assertThat(limit.fit(text))
        .hasSize(10_000)
        .startsWith("xxx")
        .endsWith("x\n\n[shortened; the whole text is in /full/text]");
    assertThat(kept).containsExactly(text);
  }

  @Test
  void no_surrogate_pair_is_split() {
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

  @ParameterizedTest
  @CsvSource({
    "gemini, AfterAgent",
    "gemini, AfterTool",
    "generic, Stop",
    "claude, Stop",
    "codex, Stop",
    "copilot, Stop"
  })
  void a_file_is_written_only_if_needs_file_predicted_it(String host, String event) {
    Hosts hosts =
        new Hosts(
            HostCatalogue.STANDARD,
            text -> {
              kept.add(text);
              return "/full/text";
            });
    HookEvent read =
        hosts.read(
            Optional.of(host),
            Optional.of(event),
            Optional.empty(),
            Set.of(),
            "{}".getBytes(StandardCharsets.UTF_8));
    List<HookResult> results =
        List.of(
            HookResult.deny("r".repeat(6_000)).withContext(List.of("c".repeat(4_500))),
            HookResult.deny("r".repeat(9_995)),
            HookResult.deny("r").withContext(Collections.nCopies(3_400, "c")));

    for (HookResult result : results) {
      kept.clear();
      hosts.write(read, result);

      assertThat(kept.isEmpty() || Hosts.needsFile(read, result)).isTrue();
    }
    assertThat(Hosts.needsFile(read, HookResult.deny("r".repeat(3_000)))).isFalse();
  }

  @Test
  void a_host_that_counts_bytes_gets_no_more_of_them() {
    TextLimit bytes = limit.within(9_900);

    for (String letter : List.of("x", "\u00e4", "\u2603", "\ud83d\ude00")) {
      String text = letter.repeat(12_000);
      String shortened = bytes.fit(text);

      assertThat(shortened.getBytes(StandardCharsets.UTF_8).length).isBetween(9_890, 9_900);
      assertThat(shortened).startsWith(letter.repeat(1_000)).endsWith("]");
      assertThat(bytes.fit(letter.repeat(2_400))).isEqualTo(letter.repeat(2_400));
    }
  }
}
