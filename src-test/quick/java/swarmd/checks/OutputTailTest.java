package swarmd.checks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OutputTailTest {

  @Test
  void a_zero_that_a_program_prints_can_be_stored() {
    OutputTail tail = new OutputTail(100);

    tail.add("one\0two");

    assertThat(tail.text()).isEqualTo("one\uFFFDtwo");
  }
}
