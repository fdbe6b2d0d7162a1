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
final class ShowTest {
  private static final Duration BRIEF = Duration.ofMillis(20);

  private static Path folder(Look look) {
    return Path.of(look.tasks().get(0).swarm().project());
  }

  @Test
  void a_show_that_does_not_come_to_its_end_is_given_up() throws InterruptedException {
    Tempo leaseThatNeverEnds = new Tempo(BRIEF, Duration.ofHours(1), Duration.ofSeconds(3));
    List<Look> looks = new ArrayList<>();
    try (Show show = Show.prepare(leaseThatNeverEnds)) {
      show.begin();

      assertThatThrownBy(
              () -> {
                while (!show.over()) {
                  looks.add(show.look());
                  show.pause(BRIEF);
                }
              })
          .isInstanceOf(ShowFailed.class)
          .hasMessage("it did not come to its end within 3 s");
    }
    assertThat(folder(looks.get(0))).doesNotExist();
  }

  @Test
  void its_folder_is_deleted_also_by_somebody_who_is_interrupted() throws InterruptedException {
    Path folder;
    try (Show show = Show.prepare(Tempo.NORMAL)) {
      show.begin();
      folder = folder(show.look());
      assertThat(Files.exists(folder)).isTrue();
      Thread.currentThread().interrupt();
    }

    assertThat(Thread.interrupted()).isTrue();
    assertThat(folder).doesNotExist();
  }

  @Test
  void an_agent_that_died_is_seen_to_be_dead_while_the_store_still_counts_on_it()
      throws InterruptedException {
    Tempo longLease = new Tempo(BRIEF, Duration.ofMinutes(1), Duration.ofMinutes(1));
    try (Show show = Show.prepare(longLease)) {
      show.begin();
      Look look = show.look();
      while (!look.agents().get(0).dead()) {
        look = show.look();
      }

      assertThat(look.agents().get(0).agent()).isEqualTo("ada");
      assertThat(look.tasks().get(0).agent()).contains("ada");
      assertThat(look.tasks().get(0).status().label()).isEqualTo("claimed");
    }
  }
}
