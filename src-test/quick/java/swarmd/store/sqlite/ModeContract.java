package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.store.sqlite.TestStore.OTHER_PROJECT;
import static swarmd.store.sqlite.TestStore.PROJECT;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import swarmd.modes.ActiveMode;
import swarmd.modes.Mode;
import swarmd.modes.ModeQueries;
import swarmd.modes.ModeRepository;
import swarmd.modes.ModeState;

/** The modes that sessions are in. */
interface ModeContract {

  TestStore store();

  private static ActiveMode mode(String project, String session, Mode mode, long startedAt) {
    return new ActiveMode(project, session, ModeState.initial(mode), startedAt, 0, 0, 0);
  }

  private void save(ActiveMode... modes) {
    store().modes(all -> Stream.of(modes).forEach(all::save));
  }

  private Optional<ActiveMode> find(String project, String session, Mode mode) {
    return store().read(all -> all.get(ModeQueries.class).find(project, session, mode));
  }

  private List<ActiveMode> list(Optional<String> project, Optional<String> session) {
    return store().read(all -> all.get(ModeQueries.class).list(project, session));
  }

  private boolean delete(String project, String session, Mode mode) {
    return store().write(all -> all.get(ModeRepository.class).delete(project, session, mode));
  }

  @Test
  default void every_mode_is_found_as_it_was_saved() {
    for (Mode each : Mode.values()) {
      ActiveMode saved = new ActiveMode(PROJECT, "s1", ModeState.initial(each), 3, 4, 0, 5);
      assertThat(find(PROJECT, "s1", each)).isEmpty();

      save(saved);

      assertThat(find(PROJECT, "s1", each)).contains(saved);
      assertThat(find(PROJECT, "s1", each).orElseThrow().state().fields())
          .isEqualTo(saved.state().fields());
    }
    assertThat(list(Optional.empty(), Optional.empty())).hasSize(Mode.values().length);
  }

  @Test
  default void saving_again_replaces_everything() {
    save(new ActiveMode(PROJECT, "s1", ModeState.initial(Mode.RALPH), 3, 4, 0, 5));
    ActiveMode later = new ActiveMode(PROJECT, "s1", ModeState.initial(Mode.RALPH), 6, 7, 0, 8);
    save(later);

    assertThat(list(Optional.empty(), Optional.empty())).containsExactly(later);
  }

  @Test
  default void the_last_sign_of_life_of_a_mode_is_that_of_its_session() {
    save(mode(PROJECT, "s1", Mode.RALPH, 1));
    store().sessions(all -> all.seen(OTHER_PROJECT, "s1", "claude", 50));
    assertThat(find(PROJECT, "s1", Mode.RALPH).orElseThrow().lastSeen()).isZero();

    store().sessions(all -> all.seen(PROJECT, "s1", "claude", 60));

    assertThat(find(PROJECT, "s1", Mode.RALPH).orElseThrow().lastSeen()).isEqualTo(60);
    assertThat(list(Optional.empty(), Optional.empty()))
        .extracting(ActiveMode::lastSeen)
        .containsExactly(60L);
  }

  @Test
  default void the_last_sign_of_life_is_not_saved_with_the_mode() {
    store().sessions(all -> all.seen(PROJECT, "s1", "claude", 60));
    save(new ActiveMode(PROJECT, "s1", ModeState.initial(Mode.RALPH), 1, 1, 99, 0));

    assertThat(find(PROJECT, "s1", Mode.RALPH).orElseThrow().lastSeen()).isEqualTo(60);
  }

  @Test
  default void modes_are_listed_in_the_order_of_a_stop_and_then_by_age() {
    ActiveMode youngRalph = mode(PROJECT, "s1", Mode.RALPH, 9);
    ActiveMode oldRalph = mode(PROJECT, "s2", Mode.RALPH, 2);
    ActiveMode otherRalph = mode(OTHER_PROJECT, "s1", Mode.RALPH, 5);
    ActiveMode autopilot = mode(PROJECT, "s1", Mode.AUTOPILOT, 1);
    ActiveMode ultrawork = mode(PROJECT, "s1", Mode.ULTRAWORK, 0);
    save(ultrawork, autopilot, youngRalph, otherRalph, oldRalph);

    assertThat(list(Optional.empty(), Optional.empty()))
        .containsExactly(oldRalph, otherRalph, youngRalph, autopilot, ultrawork);
    assertThat(list(Optional.of(PROJECT), Optional.empty()))
        .containsExactly(oldRalph, youngRalph, autopilot, ultrawork);
    assertThat(list(Optional.of(PROJECT), Optional.of("s1")))
        .containsExactly(youngRalph, autopilot, ultrawork);
    assertThat(list(Optional.empty(), Optional.of("s1")))
        .containsExactly(otherRalph, youngRalph, autopilot, ultrawork);
    assertThat(list(Optional.of("/unknown"), Optional.empty())).isEmpty();
  }

  @Test
  default void deleting_reports_whether_the_mode_existed_and_affects_no_other() {
    ActiveMode kept = mode(PROJECT, "s1", Mode.ULTRAWORK, 1);
    ActiveMode ofOtherSession = mode(PROJECT, "s2", Mode.RALPH, 1);
    ActiveMode ofOtherProject = mode(OTHER_PROJECT, "s1", Mode.RALPH, 2);
    save(mode(PROJECT, "s1", Mode.RALPH, 1), kept, ofOtherSession, ofOtherProject);

    assertThat(delete(PROJECT, "s1", Mode.RALPH)).isTrue();
    assertThat(delete(PROJECT, "s1", Mode.RALPH)).isFalse();

    assertThat(find(PROJECT, "s1", Mode.RALPH)).isEmpty();
    assertThat(list(Optional.empty(), Optional.empty()))
        .containsExactly(ofOtherSession, ofOtherProject, kept);
  }

  @Test
  default void a_sign_of_life_does_not_bring_a_deleted_mode_back() {
    save(mode(PROJECT, "s1", Mode.RALPH, 1));
    delete(PROJECT, "s1", Mode.RALPH);
    store().sessions(all -> all.seen(PROJECT, "s1", "claude", 60));

    assertThat(list(Optional.empty(), Optional.empty())).isEmpty();
  }
}
