package swarmd.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import swarmd.builtin.sessions.LeaseRenewal;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.HostProfiles;
import swarmd.hooks.HookResult.Decision;
import swarmd.hooks.HookTable.Row;
import swarmd.modes.Mode;
import swarmd.modes.Modes;
import swarmd.modes.StopHandler;
import swarmd.sessions.LivingSessions;
import swarmd.store.RetriedWrites;
import swarmd.store.sqlite.SqliteFile;
import swarmd.store.sqlite.SqliteStore;
import swarmd.swarm.Answers;
import swarmd.swarm.SessionLeases;
import swarmd.swarm.TaskRules;
import swarmd.testing.SettableTime;

/** Each mode can be skipped and switched off separately, although they share one handler. */
class SkippedModesTest {
  private final SqliteFile file = new SqliteFile();
  private final SqliteStore store = file.open();
  private final SettableTime time = new SettableTime();
  private final Modes modes = new Modes(store, time);
  private final List<Row> rows =
      new StopHandler(
              store, modes, (project, prd) -> Optional.empty(), folder -> Runnable::run, time)
          .rows();

  @AfterEach
  void close() {
    file.close();
  }

  private void start(Mode mode) {
    Answers.value(Answers.await(modes.start("/p", "s", mode, Map.of())));
  }

  private Optional<String> heldBy(List<Row> table, String... skipped) {
    HookService service =
        new HookService(
            new HookTable(table),
            new HookRecorder(
                new RetriedWrites(store, time),
                new LeaseRenewal(SessionLeases.local(new TaskRules(() -> "token"))),
                new LivingSessions(),
                100),
            new LastToolError(folder -> Runnable::run, time),
            new HookLimits(HookLimits.USUAL_WAIT),
            (event, record) -> {},
            time);
    HookEvent stop =
        new HookEvent(
            HostProfiles.CLAUDE,
            "Stop",
            EventKind.STOP,
            Optional.of("s"),
            Optional.empty(),
            Optional.of("/p"),
            Optional.of("/p"),
            Set.of(skipped),
            Map.of());
    HookResult answer = Answers.await(service.answer(stop, time.nanos()));
    return answer.is(Decision.DENY) ? answer.remarks().decidedBy() : Optional.empty();
  }

  @ParameterizedTest
  @EnumSource
  void a_mode_can_be_skipped_by_its_name_or_its_type(Mode mode) {
    start(mode);
    Row own = rows.stream().filter(row -> row.name().equals(mode.label())).findAny().orElseThrow();
    String[] others =
        rows.stream()
            .flatMap(row -> List.of(row.name(), row.event()).stream())
            .filter(name -> !name.equals(own.name()) && !name.equals(own.event()))
            .distinct()
            .toArray(String[]::new);

    assertThat(heldBy(rows, own.name())).isEmpty();
    assertThat(heldBy(rows, own.event())).isEmpty();
    assertThat(heldBy(rows, others)).contains(mode.label());
  }

  @ParameterizedTest
  @EnumSource
  void one_mode_can_be_switched_off(Mode mode) {
    start(mode);
    List<Row> without =
        rows.stream()
            .map(row -> row.name().equals(mode.label()) ? row.switchedOff() : row)
            .toList();
    List<Row> only =
        rows.stream()
            .map(row -> row.name().equals(mode.label()) ? row : row.switchedOff())
            .toList();

    assertThat(heldBy(without)).isEmpty();
    assertThat(heldBy(only)).contains(mode.label());
  }

  @Test
  void a_skipped_mode_leaves_the_stop_to_the_next_one() {
    start(Mode.RALPH);
    start(Mode.SWARM);
    start(Mode.ULTRAWORK);

    assertThat(heldBy(rows)).contains("ralph");
    assertThat(heldBy(rows, "ralph")).contains("swarm");
    assertThat(heldBy(rows, "ralph", "swarm")).contains("ultrawork");
    Answers.await(modes.end("/p", Optional.empty(), Optional.of(Mode.RALPH)));
    assertThat(heldBy(rows, "persistent-mode")).isEmpty();
  }

  @Test
  void several_types_can_be_skipped_at_once() {
    start(Mode.RALPH);
    start(Mode.SWARM);
    start(Mode.ULTRAWORK);

    assertThat(heldBy(rows, "ralph", "persistent-mode", "stop-continuation")).isEmpty();
    assertThat(heldBy(rows, "persistent-mode", "stop-continuation")).contains("ralph");
  }
}
