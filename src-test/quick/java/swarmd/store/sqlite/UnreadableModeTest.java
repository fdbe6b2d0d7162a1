package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static swarmd.store.sqlite.TestStore.PROJECT;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.modes.ActiveMode;
import swarmd.modes.Mode;
import swarmd.modes.ModeQueries;
import swarmd.modes.ModeRepository;
import swarmd.modes.ModeState;

/** A mode that another version has written does not affect the others. */
class UnreadableModeTest {
  private static final ActiveMode READABLE =
      new ActiveMode(PROJECT, "s1", ModeState.initial(Mode.ULTRAWORK), 1, 1, 0, 0);

  private final SqliteFile file = new SqliteFile();
  private final TestStore store = new TestStore(file.open());

  @BeforeEach
  void saveOneThatCanBeRead() {
    store.modes(all -> all.save(READABLE));
  }

  @AfterEach
  void close() {
    file.close();
  }

  private void write(String mode, String state) throws SQLException {
    RawSql.run(
        file.path(),
        "INSERT INTO mode VALUES ('%s', 's1', '%s', '%s', 1, 1, 0, NULL)"
            .formatted(PROJECT, mode, state));
  }

  private List<ActiveMode> list() {
    return store.read(
        all -> all.get(ModeQueries.class).list(Optional.of(PROJECT), Optional.of("s1")));
  }

  @Test
  void a_mode_with_an_unknown_name_is_skipped() throws SQLException {
    write("hyperpilot", "{}");

    assertThat(list()).containsExactly(READABLE);
  }

  @Test
  void a_state_that_is_not_a_json_object_is_skipped() throws SQLException {
    write("ralph", "{broken");
    write("autopilot", "");
    write("pipeline", "[1, 2]");
    write("swarm", "7");

    assertThat(list()).containsExactly(READABLE);
    for (Mode mode : List.of(Mode.RALPH, Mode.AUTOPILOT, Mode.PIPELINE, Mode.SWARM)) {
      assertThat(
              store.<Optional<ActiveMode>>read(
                  all -> all.get(ModeQueries.class).find(PROJECT, "s1", mode)))
          .isEmpty();
    }
  }

  @Test
  void a_state_with_an_unknown_field_can_still_be_read() throws SQLException {
    write("ralph", "{\"no such field\": [{}]}");

    assertThatCode(this::list).doesNotThrowAnyException();
    assertThat(list()).containsExactly(READABLE);
  }

  @Test
  void an_unreadable_mode_can_be_started_again_and_deleted() throws SQLException {
    write("ralph", "{broken");
    ActiveMode restarted = new ActiveMode(PROJECT, "s1", ModeState.initial(Mode.RALPH), 5, 5, 0, 0);

    store.modes(all -> all.save(restarted));
    assertThat(list()).containsExactly(restarted, READABLE);

    RawSql.run(file.path(), "UPDATE mode SET state = 'broken' WHERE mode = 'ralph'");
    assertThat(
            store.<Boolean>write(
                all -> all.get(ModeRepository.class).delete(PROJECT, "s1", Mode.RALPH)))
        .isTrue();
    assertThat(RawSql.number(file.path(), "SELECT count(*) FROM mode")).isEqualTo(1);
  }
}
