package swarmd.modes;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PromptTextTest {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a `QUOTED` b",
        "a ``QUOTED ` QUOTED`` b",
        "a\n```\nQUOTED\n```\nb",
        "a\n```js QUOTED\nQUOTED\n``\n```\nb",
        "a\n  ````\n```\nQUOTED\n````\nb",
        "a\n~~~\nQUOTED\n```\n~~~\nb",
        "a b\n```\nQUOTED and never closed",
        "a ```QUOTED``` b",
        "```QUOTED``` a b",
        "a\n> QUOTED\n>> QUOTED\nb",
        "a\n   > QUOTED\nb",
        "a <!-- QUOTED\nQUOTED --> b",
        "a <doc>QUOTED</doc> b",
        "a <doc x='1'>QUOTED <doc>QUOTED</doc> QUOTED</doc> b",
        "a <Doc>QUOTED</doc > b",
        "a <a-b:c.d>QUOTED</a-b:c.d> b",
        "a <x><y>QUOTED</x>QUOTED</y> b",
        "a <QUOTED attribute='x'/> b",
        "a https://example.com/QUOTED b",
        "a HTTP://QUOTED b",
        "a www.QUOTED.org b",
        "a QUOTED@example.com b",
        "a /usr/QUOTED b",
        "a ./QUOTED b",
        "a ~/QUOTED b",
        "a src/QUOTED/x.ts b",
        "a (src/QUOTED) b",
        "a C:\\QUOTED\\x b",
        "a QUOTED.ts b",
        "a \"QUOTED.test.ts\", b",
        "/QUOTED/x a b",
        "a 请看https://example.com/QUOTED然后 b",
      })
  void quotations_are_removed(String prompt) {
    assertThat(PromptText.withoutQuotations(prompt))
        .doesNotContain("QUOTED")
        .contains("a")
        .contains("b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a KEPT b",
        "KEPT.",
        "use ` KEPT",
        "a `` KEPT ` b",
        "if a < b KEPT > c",
        "<br> KEPT",
        "<li> KEPT <p>",
        "</a> KEPT <a>",
        "List<String> KEPT",
        "a <!-- KEPT",
        "> q\nKEPT",
        "`<b>` KEPT `</b>`",
        "```\nx\n```\nKEPT",
        "a ```x``` KEPT",
        "<a>x</a>KEPT<b>y</b>",
        "and/or KEPT",
        "ok.KEPT",
        "KEPT.Then",
        "e.g. KEPT, KEPT!",
        "看https://example.com然后KEPT",
        "/KEPT at the start of a line",
      })
  void the_users_own_words_are_kept(String prompt) {
    assertThat(PromptText.withoutQuotations(prompt)).contains("KEPT");
  }

  @Test
  void removing_a_quotation_does_not_join_words() {
    assertThat(PromptText.withoutQuotations("ra`x`lph au<b>x</b>to"))
        .doesNotContain("ralph")
        .doesNotContain("auto");
  }

  @Test
  void only_the_beginning_of_a_long_prompt_is_read() {
    assertThat(PromptText.withoutQuotations("word ".repeat(100_000) + "END"))
        .hasSizeLessThanOrEqualTo(100_000)
        .doesNotContain("END");
  }

  @Test
  void a_block_that_is_cut_off_is_still_a_quotation() {
    String filling = "x ".repeat(60_000);

    assertThat(PromptText.withoutQuotations("KEPT <log> QUOTED " + filling + "</log>"))
        .contains("KEPT")
        .doesNotContain("QUOTED");
    assertThat(PromptText.withoutQuotations("KEPT <!-- QUOTED " + filling + "-->"))
        .contains("KEPT")
        .doesNotContain("QUOTED");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<",
        "<a",
        "<a ",
        "<a>",
        "</a>",
        "<!--",
        "`",
        "``` ",
        "`x",
        "~~~\n",
        "```\n",
        "> ",
        "a.",
        "a-",
        "/",
        "\\",
        "://",
        " ",
        "\n",
        "\t",
        "ralph ",
        "ralph? ",
        "don't ",
        "stop ",
        "build ",
        "swarm ",
        "swarm 1 ",
        "what is ",
        "explain the ",
        "think very ",
        "don't use ralph ",
        ".ralph",
        "不",
        "😀",
        "'",
        "please, ",
        "<a>`",
        "`<a>",
        "```a\n~~~\n"
      })
  void hostile_prompts_are_read_in_linear_time(String piece) {
    String prompt = piece.repeat(3_000_000 / piece.length());
    String growing = growing(piece);

    long before = THREADS.getCurrentThreadCpuTime();
    Keywords.in(prompt);
    Keywords.in("x" + prompt);
    Keywords.in(growing);

    Duration used = Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - before);
    assertThat(used).as("of the processor, however busy it is").isLessThan(Duration.ofSeconds(4));
  }

  /** Runs of one, two, three ... pieces. */
  private static String growing(String piece) {
    StringBuilder text = new StringBuilder();
    for (int i = 1; text.length() < 200_000; i++) {
      text.append(piece.repeat(i)).append('x');
    }
    return text.toString();
  }
}
