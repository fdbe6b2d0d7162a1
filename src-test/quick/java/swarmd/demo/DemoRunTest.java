package swarmd.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT) // it mostly waits
final class DemoRunTest {
  private static final Duration BRIEF = Duration.ofMillis(20);

  private static Path folder(DemoState state) {
    return Path.of(state.tasks().get(0).swarm().project());
  }

  @Test
  void a_demo_that_does_not_finish_is_given_up() throws InterruptedException {
    Tempo leaseThatNeverEnds = new Tempo(BRIEF, Duration.ofHours(1), Duration.ofSeconds(3));
    List<DemoState> states = new ArrayList<>();
    try (DemoRun demo = DemoRun.prepare(leaseThatNeverEnds)) {
      assertThatThrownBy(
              () -> {
                demo.begin(); // on a busy machine, even this may take too long
                while (!demo.finished()) {
                  states.add(demo.poll());
                  demo.pause(BRIEF);
                }
              })
          .isInstanceOf(DemoFailed.class)
          .hasMessage("it did not finish within 3 s");
    }
    assertThat(states).allSatisfy(state -> assertThat(folder(state)).doesNotExist());
  }

  @Test
  void the_folder_is_deleted_even_if_the_caller_is_interrupted() throws InterruptedException {
    Path folder;
    try (DemoRun demo = DemoRun.prepare(Tempo.NORMAL)) {
      demo.begin();
      folder = folder(demo.poll());
      assertThat(Files.exists(folder)).isTrue();
      Thread.currentThread().interrupt();
    }

    assertThat(Thread.interrupted()).isTrue();
    assertThat(folder).doesNotExist();
  }

  @Test
  void a_dead_agent_is_shown_as_dead_while_the_store_still_has_its_claim()
      throws InterruptedException {
    Tempo longLease = new Tempo(BRIEF, Duration.ofMinutes(1), Duration.ofMinutes(1));
    try (DemoRun demo = DemoRun.prepare(longLease)) {
      demo.begin();
      DemoState state = demo.poll();
      while (!state.agents().get(0).dead()) {
        state = demo.poll();
      }

      assertThat(state.agents().get(0).agent()).isEqualTo("ada");
      assertThat(state.tasks().get(0).agent()).contains("ada");
      assertThat(state.tasks().get(0).status().label()).isEqualTo("claimed");
    }
  }
}
