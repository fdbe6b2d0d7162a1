package swarmd.modes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import swarmd.hooks.HookResult;
import swarmd.store.sqlite.SqliteFile;
import swarmd.store.sqlite.SqliteStore;
import swarmd.swarm.Answers;
import swarmd.testing.SettableTime;

/** A user cancels a mode while it handles the session's Stop. */
class CancelDuringStopTest {
  private final SqliteFile file = new SqliteFile();
  private final SqliteStore store = file.open();
  private final SettableTime time = new SettableTime();
  private final Modes modes = new Modes(store, time);
  private final StopHandler stops =
      new StopHandler(store, modes, this::cancelWhileReading, folder -> Runnable::run, time);

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
    Answers.value(Answers.await(modes.start("/p", "s", Mode.RALPH, Map.of())));

    HookResult answer = Answers.await(stops.handle(Stops.event("/p", "s")).toCompletableFuture());

    assertThat(answer).isEqualTo(HookResult.NOTHING);
    assertThat(Answers.await(modes.list(Optional.empty(), Optional.empty()))).isEmpty();
  }
}
