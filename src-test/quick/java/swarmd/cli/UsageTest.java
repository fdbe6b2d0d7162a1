package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import swarmd.testing.InProcessTest;

/** What everybody may type; {@link WrongUsageTest} has the lines that are printed. */
final class UsageTest extends InProcessTest {
  @Test
  void what_the_caller_wrote_cannot_control_the_terminal() {
    for (String hostile : List.of("\u001b[2J", "\u009b2J", "\u202e", "a\nswarmd: all is well")) {
      assertThat(swarm.run("task", "show", hostile).err()).doesNotContain(hostile).hasLineCount(1);
      assertThat(swarm.run(hostile).err()).doesNotContain(hostile).hasLineCount(1);
    }
  }
}
