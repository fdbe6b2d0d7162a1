package swarmd.modes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import swarmd.store.sqlite.SqliteFile;
import swarmd.store.sqlite.SqliteStore;
import swarmd.swarm.Answers;
import swarmd.testing.SettableTime;

/** A person cancels while the Stop of the session is being judged. */
class CancelDuringStopTest {
  private final SqliteFile file = new SqliteFile();
  private final SqliteStore store = file.open();
  private final Modes modes =
      new Modes(store, this::cancelWhileReading, Runnable::run, new SettableTime());

  @AfterEach
  void close() {
    file.close();
  }

  private Optional<StopInputs.Prd> cancelWhileReading(String project, Optional<String> prd) {
    assertThat(Answers.await(modes.end(project, Optional.of("s"), Optional.empty()))).hasSize(1);
    return Optional.empty();
  }

  @Test
  void the_stop_is_not_held_and_the_mode_stays_gone() {
    ActiveMode ralph = Answers.value(Answers.await(modes.start("/p", "s", Mode.RALPH, Map.of())));

    Optional<StopAnswer> answer = Answers.await(modes.stop(ralph, "claude"));

    assertThat(answer).isEmpty();
    assertThat(Answers.await(modes.list(Optional.empty(), Optional.empty()))).isEmpty();
  }
}
