package swarmd.modes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static swarmd.modes.Stops.held;
import static swarmd.modes.Stops.over;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UltrapilotStateTest {
  private static final ModeState TWO = UltrapilotState.INITIAL.with(Map.of("workers", "api,web"));

  @Test
  void it_holds_until_workers_are_declared() {
    assertThat(held(UltrapilotState.INITIAL, StopInputs.NONE).reason())
        .contains("swarm mode set ultrapilot --worker")
        .contains("swarm mode stop ultrapilot");
    assertThat(UltrapilotState.INITIAL.maxHolds()).isEqualTo(20);
  }

  @Test
  void it_names_the_running_workers() {
    assertThat(held(TWO, StopInputs.NONE).reason())
        .startsWith("[swarmd ultrapilot 0/2] ")
        .contains("api, web")
        .contains("swarm mode set ultrapilot --finished api");
    assertThat(held(TWO.with(Map.of("finished", "api")), StopInputs.NONE).reason())
        .startsWith("[swarmd ultrapilot 1/2] ")
        .contains("--finished web");
  }

  @Test
  void a_failed_worker_does_not_hold_but_is_named() {
    ModeState failed = TWO.with(Map.of("failed", "api"));

    assertThat(held(failed, StopInputs.NONE).reason()).contains("Failed: api.");
    ModeState ended = failed.with(Map.of("finished", "web"));
    assertThat(held(ended, StopInputs.NONE).reason())
        .contains("not integrated. Failed: api. Do what they left out");
    assertThat(over(ended.with(Map.of("integrated", true)), StopInputs.NONE))
        .contains("1 of 2 workers are done and their results integrated.")
        .contains("Failed: api.");
  }

  @Test
  void it_is_over_when_all_are_done_and_integrated() {
    ModeState done = TWO.with(Map.of("finished", "api")).with(Map.of("finished", "web"));

    assertThat(held(done, StopInputs.NONE).reason())
        .contains("their results are not integrated. Put them together")
        .contains("swarm mode set ultrapilot --integrated");
    assertThat(over(done.with(Map.of("integrated", true)), StopInputs.NONE))
        .contains("2 of 2")
        .doesNotContain("Failed");
  }

  @Test
  void a_worker_is_declared_with_its_files() {
    ModeState state =
        TWO.with(Map.of("finished", "api")).with(Map.of("worker", "api=src/*.{a,b}, test/**"));

    assertThat(state.fields().get("workers"))
        .isEqualTo(
            List.of(
                Map.of(
                    "name", "api", "files", List.of("src/*.{a,b}", "test/**"), "status", "running"),
                Map.of("name", "web", "files", List.of(), "status", "running")));
  }

  @Test
  void many_workers_are_named_in_short() {
    ModeState many = UltrapilotState.INITIAL.with(Map.of("workers", "a,b,c,d,e,f,g"));

    assertThat(held(many, StopInputs.NONE).reason()).contains("a, b, c, d, e and 2 more");
  }

  @ParameterizedTest
  @ValueSource(strings = {"finished", "failed"})
  void only_a_declared_worker_ends(String field) {
    assertThatThrownBy(() -> TWO.with(Map.of(field, "db")))
        .isInstanceOf(InvalidModeField.class)
        .hasMessageContaining("'" + field + "' must name a worker (api, web), not db");
  }

  @Test
  void an_invalid_worker_is_refused() {
    for (Object workers :
        List.of(
            List.of(1),
            List.of(Map.of("name", "a", "colour", "red")),
            List.of(Map.of("files", List.of())),
            List.of(Map.of("name", "a", "status", "asleep")),
            List.of(Map.of("name", "a", "files", List.of(""))),
            "a,a",
            "a b'c",
            "-a",
            7)) {
      assertThatThrownBy(() -> TWO.with(Map.of("workers", workers)))
          .as("%s", workers)
          .isInstanceOf(InvalidModeField.class)
          .hasMessageContaining("workers");
    }
  }

  @Test
  void there_are_at_most_fifty_workers() {
    ModeState state = UltrapilotState.INITIAL;
    for (int i = 0; i < 50; i++) {
      state = state.with(Map.of("worker", "w" + i));
    }
    ModeState full = state;

    assertThat(full.with(Map.of("worker", "w0"))).isEqualTo(full);
    assertThatThrownBy(() -> full.with(Map.of("worker", "w50")))
        .isInstanceOf(InvalidModeField.class)
        .hasMessageContaining("at most 50");
  }
}
