package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.hooks.HookLog;
import swarmd.hooks.HookRecord;
import swarmd.modes.Mode;
import swarmd.modes.ModeRepository;
import swarmd.sessions.FileEdit;
import swarmd.sessions.SessionRepository;
import swarmd.sessions.SignsOfLife;
import swarmd.sessions.SubagentRepository;

/** The statements of every hook event use a key, however much is stored. */
class HookQueryPlanTest {
  private static final Optional<String> NONE = Optional.empty();
  private static final Optional<String> PROJECT = Optional.of("/project");
  private static final HookRecord RECORD =
      new HookRecord(1, PROJECT, NONE, NONE, "claude", "stop", NONE, NONE, 1, NONE, NONE);

  private QueryPlans plans;
  private SessionRepository sessions;
  private SubagentRepository subagents;
  private HookLog hooks;
  private ModeRepository modes;

  @BeforeEach
  void open() throws SQLException {
    plans = new QueryPlans();
    sessions = new SqlSessionRepository(plans.connection());
    subagents = new SqlSubagentRepository(plans.connection());
    hooks = new SqlHookLog(plans.connection());
    modes = new SqlModeRepository(plans.connection());
  }

  @AfterEach
  void close() throws SQLException {
    plans.close();
  }

  private void assertOneStatement(Runnable work) {
    assertThat(plans.statements(work)).hasSize(1);
  }

  private void assertByKey(Runnable work, String key) throws SQLException {
    assertThat(plans.of(work))
        .isNotEmpty()
        .allMatch(step -> step.startsWith("SEARCH") && step.contains("USING PRIMARY KEY"))
        .anyMatch(step -> step.contains(key));
  }

  @Test
  void a_sign_of_life_is_one_statement() {
    Optional<SignsOfLife> signs = Optional.of(SignsOfLife.NONE.turnStarted(NONE, 1));
    assertOneStatement(() -> sessions.seen("/project", "s1", "claude", 1));
    assertOneStatement(() -> sessions.seen("/project", "s1", "claude", signs, 1));
    assertOneStatement(() -> subagents.seen("/project", "s1", "a1", NONE, 1));
  }

  @Test
  void a_record_is_one_statement() {
    assertOneStatement(() -> hooks.append(RECORD, 10));
  }

  @Test
  void tables_written_at_every_event_have_no_second_index() throws SQLException {
    List<String> indexed =
        Stream.of("session", "subagent", "hook_event", "mode")
            .flatMap(
                table ->
                    plans
                        .connection()
                        .sql()
                        .of(
                            "SELECT name FROM pragma_index_list('"
                                + table
                                + "') WHERE origin <> 'pk'")
                        .list(row -> row.getString(1))
                        .stream())
            .toList();
    assertThat(indexed).isEmpty();
  }

  @Test
  void a_session_is_found_and_changed_by_its_key() throws SQLException {
    String key = "(project=? AND id=?)";
    assertByKey(() -> sessions.find("/project", "s1"), key);
    assertByKey(() -> sessions.setIdleHolds("/project", "s1", 0), key);
    assertByKey(() -> sessions.ended("/project", "s1", 1), key);
  }

  @Test
  void a_subagent_is_found_and_changed_by_its_key() throws SQLException {
    String key = "(project=? AND session=? AND id=?)";
    assertByKey(() -> subagents.find("/project", "s1", "a1"), key);
    assertByKey(() -> subagents.ended("/project", "s1", "a1", 1), key);
    assertThat(plans.of(() -> subagents.running("/project", "s1")))
        .anyMatch(step -> step.contains("USING PRIMARY KEY (project=? AND session=?)"));
  }

  @Test
  void an_edit_is_stored_and_a_session_summarised_by_key() throws SQLException {
    SqlFileEditRepository edits = new SqlFileEditRepository(plans.connection());
    SqlTaskRepository tasks = new SqlTaskRepository(plans.connection());
    FileEdit edit = new FileEdit("/project", "s1", "", NONE, "/a", 1);

    assertThat(plans.of(() -> edits.edited(edit)))
        .anyMatch(step -> step.contains("USING PRIMARY KEY (project=? AND session=? AND agent=?)"));
    assertThat(plans.of(() -> edits.count("/project", "s1")))
        .anyMatch(step -> step.contains("USING PRIMARY KEY (project=? AND session=?)"));
    assertThat(plans.of(() -> tasks.countDone("/project", "s1", 1)))
        .anyMatch(step -> step.contains("task_finished (swarm_id=? AND finished_at>?)"));
  }

  @Test
  void a_mode_and_its_session_are_found_by_their_keys() throws SQLException {
    assertByKey(
        () -> modes.find("/project", "s1", Mode.RALPH), "(project=? AND session=? AND mode=?)");
    assertByKey(() -> modes.list(PROJECT, Optional.of("s1")), "(project=?)");
  }

  @Test
  void the_last_records_are_read_backwards_without_sorting() throws SQLException {
    assertThat(plans.of(() -> hooks.latest(PROJECT, NONE, 9)))
        .noneMatch(step -> step.contains("TEMP B-TREE"));
  }

  @Test
  void later_records_are_read_and_old_ones_dropped_by_id() throws SQLException {
    assertThat(plans.of(() -> hooks.after(1, PROJECT, NONE, 9)))
        .containsExactly("SEARCH hook_event USING INTEGER PRIMARY KEY (rowid>?)");
    assertThat(
            plans.of(
                () -> {
                  for (int i = 0; i < 100; i++) {
                    hooks.append(RECORD, 10);
                  }
                }))
        .containsExactly("SEARCH hook_event USING INTEGER PRIMARY KEY (rowid<?)");
  }
}
