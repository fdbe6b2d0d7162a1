package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/** The output of hooks that write a lot. */
class CappedOutputTest {
  private final Semaphore budget = new Semaphore(10);

  private static void write(CappedOutput output, String text) {
    output.add(text.getBytes(StandardCharsets.UTF_8), text.length());
  }

  @Test
  void the_beginning_is_kept_up_to_the_limit() {
    CappedOutput output = new CappedOutput(4, budget);
    write(output, "abc");
    write(output, "def");
    write(output, "ghi");

    assertThat(output.close()).isEqualTo("abcd");
  }

  @Test
  void all_outputs_share_a_budget_and_return_their_part() {
    CappedOutput first = new CappedOutput(8, budget);
    CappedOutput second = new CappedOutput(8, budget);
    write(first, "12345678");
    write(second, "12345678");

    assertThat(second.close()).isEmpty();
    assertThat(first.close()).isEqualTo("12345678");
    assertThat(first.close()).isEqualTo("12345678");
    assertThat(budget.availablePermits()).isEqualTo(10);
  }

  @Test
  void missing_output_is_detected() {
    CappedOutput whole = new CappedOutput(4, budget);
    write(whole, "abcd");
    CappedOutput cut = new CappedOutput(4, budget);
    write(cut, "abcde");
    CappedOutput lost = new CappedOutput(4, budget);
    write(lost, "abc");
    write(lost, "d");

    assertThat(whole.isCut() || whole.isLost()).isFalse();
    assertThat(cut.isCut()).isTrue();
    assertThat(cut.isLost()).isFalse();
    assertThat(lost.isLost()).isTrue();
    assertThat(lost.close()).as("no text with a hole in it").isEmpty();
  }

  @Test
  void output_after_the_end_is_dropped() {
    CappedOutput output = new CappedOutput(8, budget);
    output.close();
    write(output, "late");

    assertThat(output.close()).isEmpty();
    assertThat(budget.availablePermits()).isEqualTo(10);
  }
}
