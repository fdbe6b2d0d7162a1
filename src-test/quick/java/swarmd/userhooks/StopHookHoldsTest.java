package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.HostProfiles;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.store.sqlite.SqliteFile;
import swarmd.swarm.Answers;
import swarmd.testing.SettableTime;

class StopHookHoldsTest {
  private final SqliteFile file = new SqliteFile();
  private StopHookHolds holds;

  @BeforeEach
  void open() {
    holds = new StopHookHolds(file.open(), new SettableTime());
  }

  @AfterEach
  void close() {
    file.close();
  }

  private HookResult stop(Optional<String> session, boolean heldBefore) {
    HookEvent event =
        new HookEvent(
            HostProfiles.GENERIC,
            "Stop",
            EventKind.STOP,
            session,
            Optional.empty(),
            Optional.of("/p"),
            Optional.of("/p"),
            Set.of(),
            Map.of("stop_hook_active", heldBefore));
    return Answers.await(holds.limit(event, HookResult.deny("go on")));
  }

  @Test
  void the_fourth_hold_of_a_session_in_a_row_is_let_through() {
    for (int i = 0; i < 3; i++) {
      assertThat(stop(Optional.of("s1"), i > 0).is(Decision.DENY)).isTrue();
    }

    assertThat(stop(Optional.of("s1"), true).is(Decision.ALLOW)).isTrue();
  }

  @Test
  void a_stop_without_a_session_is_held_once_at_most() {
    assertThat(stop(Optional.empty(), false).is(Decision.DENY)).isTrue();
    assertThat(stop(Optional.empty(), true).is(Decision.ALLOW)).isTrue();
  }
}
