package swarmd.store.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.sessions.Session;
import swarmd.sessions.SessionQueries;
import swarmd.swarm.Answers;
import swarmd.swarm.Lease;
import swarmd.swarm.Task;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskQueries;
import swarmd.swarm.TaskRepository;

/** A database of an older version is brought up to date and keeps everything. */
class UpgradeTest {
  private final SqliteFile file = new SqliteFile();

  @BeforeEach
  void makeVersionOne() throws Exception {
    RawSql.run(file.path(), step("001_tasks.sql"));
    RawSql.run(
        file.path(),
        """
        PRAGMA user_version = 1;
        INSERT INTO swarm (id, project, name, open_wave, state) VALUES (1, '/project', 'x', 0, 'open');
        INSERT INTO wave (swarm_id, number, pending, claimed, done) VALUES (1, 0, 1, 1, 1);
        INSERT INTO task (id, swarm_id, title, description, priority, wave, depends_on, open_deps,
            files, status, agent, session, attempts, max_attempts, result, created_at, claimed_at,
            finished_at, token, fence, lease_ms, expires_at)
        VALUES
          (1, 1, 'done', NULL, 0, 0, '[]', 0, '[]', 'done', 'ann', 's1', 1, 3, 'fine', 1, 2, 3,
            NULL, NULL, NULL, NULL),
          (2, 1, 'held', 'text', -1, 0, '[1]', 0, '["src/**"]', 'claimed', 'ann', 's1', 1, 3, NULL,
            1, 4, NULL, 'secret', 5, 300000, 300004),
          (3, 1, 'free', NULL, 7, 0, '[]', 0, '[]', 'pending', NULL, NULL, 0, 3, NULL, 1, NULL,
            NULL, NULL, NULL, NULL, NULL);
        INSERT INTO dependency (depends_on, task_id) VALUES (1, 2);
        INSERT INTO event (id, at, kind, project, swarm, task_id, agent, session, token)
        VALUES (5, 4, 'claimed', '/project', 'x', 2, 'ann', 's1', 'secret');
        """);
  }

  private static String step(String name) throws IOException {
    try (InputStream in = UpgradeTest.class.getResourceAsStream("/sql/sqlite/" + name)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  @AfterEach
  void close() {
    file.close();
  }

  private List<List<String>> everythingOfVersionOne() throws SQLException {
    List<List<String>> rows = new ArrayList<>();
    rows.addAll(
        RawSql.rows(
            file.path(), "SELECT id, project, name, open_wave, state FROM swarm ORDER BY 1"));
    rows.addAll(
        RawSql.rows(
            file.path(),
            """
            SELECT id, swarm_id, title, description, priority, wave, depends_on, open_deps, files,
                status, agent, session, attempts, max_attempts, result, error, created_at,
                claimed_at, finished_at, token, fence, lease_ms, expires_at
            FROM task ORDER BY 1
            """));
    rows.addAll(
        RawSql.rows(
            file.path(),
            """
            SELECT id, at, kind, project, swarm, task_id, agent, session, fence, token, request_id,
                note
            FROM event ORDER BY 1
            """));
    for (String table : List.of("wave", "dependency", "sqlite_sequence")) {
      rows.addAll(RawSql.rows(file.path(), "SELECT * FROM " + table + " ORDER BY 1, 2"));
    }
    return rows;
  }

  @Test
  void every_row_of_version_1_is_kept() throws SQLException {
    List<List<String>> before = everythingOfVersionOne();

    file.close(file.open());

    assertThat(everythingOfVersionOne()).isEqualTo(before).hasSize(9);
    assertThat(RawSql.number(file.path(), "PRAGMA user_version"))
        .isEqualTo(Migrations.STEPS.size());
    assertThat(RawSql.rows(file.path(), "PRAGMA integrity_check")).containsExactly(List.of("ok"));
  }

  @Test
  void a_holder_can_continue_after_the_upgrade() {
    SqliteStore store = file.open();

    List<Task> held =
        Answers.await(
            store.write(all -> all.get(TaskRepository.class).heldInSession("/project", "s1")));
    assertThat(held).hasSize(1);
    assertThat(held.get(0).title()).isEqualTo("held");
    assertThat(held.get(0).lease()).contains(new Lease("secret", 5, 300_000, 300_004));
    List<TaskEvent> history =
        Answers.await(store.read(all -> all.get(TaskQueries.class).history(2)));
    assertThat(history).extracting(TaskEvent::kind).containsExactly(TaskEvent.Kind.CLAIMED);
  }

  @Test
  void new_features_work_right_after_the_upgrade() {
    TestStore store = new TestStore(file.open());
    store.sessions(all -> all.seen("/project", "s1", "claude", 9));

    List<Session> live =
        store.read(all -> all.get(SessionQueries.class).live(Optional.empty(), 0, 9));
    assertThat(live).extracting(Session::id).containsExactly("s1");
  }

  @Test
  void tasks_have_a_time_of_finishing_if_and_only_if_they_are_finished() throws SQLException {
    RawSql.run(
        file.path(), "UPDATE task SET status = 'cancelled', finished_at = NULL WHERE id = 1");
    RawSql.run(file.path(), "UPDATE task SET status = 'pending', finished_at = 7 WHERE id = 3");

    file.close(file.open());

    assertThat(
            RawSql.number(
                file.path(),
                """
                SELECT count(*) FROM task
                WHERE (finished_at IS NULL) = (status IN ('done', 'failed', 'cancelled'))
                """))
        .isZero();
  }

  @Test
  void opening_it_again_changes_nothing() throws SQLException {
    file.close(file.open());
    List<List<String>> schema = RawSql.rows(file.path(), "SELECT * FROM sqlite_schema");

    file.close(file.open());

    assertThat(RawSql.rows(file.path(), "SELECT * FROM sqlite_schema")).isEqualTo(schema);
  }

  @Test
  void an_upgrade_that_fails_leaves_version_1_as_it_was() throws SQLException {
    RawSql.run(file.path(), "CREATE TABLE mode (something TEXT)"); // in the way
    List<List<String>> schema = RawSql.rows(file.path(), "SELECT * FROM sqlite_schema");
    List<List<String>> rows = everythingOfVersionOne();

    assertThatThrownBy(file::open).isInstanceOf(DatabaseUnusable.class);

    assertThat(RawSql.rows(file.path(), "SELECT * FROM sqlite_schema")).isEqualTo(schema);
    assertThat(everythingOfVersionOne()).isEqualTo(rows);
    assertThat(RawSql.number(file.path(), "PRAGMA user_version")).isEqualTo(1);
  }
}
