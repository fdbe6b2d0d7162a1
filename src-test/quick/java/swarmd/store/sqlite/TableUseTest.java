package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the writer keeps in memory is written or forgotten by what statements say they do. */
class TableUseTest {

  @Test
  void every_use_of_the_history_is_found() {
    assertThat(TableUse.of("SELECT * FROM event WHERE id > :id")).containsExactly(TableUse.EVENTS);
    assertThat(TableUse.of("SELECT e.* FROM task t\nLEFT JOIN\n  event e ON e.task_id = t.id"))
        .containsExactly(TableUse.EVENTS);
    assertThat(TableUse.of("DELETE FROM event AS x WHERE x.id = 1"))
        .containsExactly(TableUse.EVENTS);
    assertThat(TableUse.of("SELECT seq FROM sqlite_sequence WHERE name = 'event'"))
        .containsExactly(TableUse.EVENTS);
    assertThat(TableUse.of("SELECT * FROM hook_event")).isEmpty();
  }

  @Test
  void the_table_of_waves_is_told_from_the_column_of_tasks() {
    assertThat(TableUse.of("SELECT sum(w.done) FROM swarm s JOIN wave w ON w.swarm_id = s.id"))
        .containsExactly(TableUse.WAVES);
    assertThat(TableUse.of("UPDATE wave SET done = done + 1")).containsExactly(TableUse.WAVES);
    assertThat(TableUse.of("SELECT t.wave FROM task t WHERE t.wave = :wave")).isEmpty();
  }

  @Test
  void a_change_of_tasks_is_told_from_reading_them() {
    assertThat(TableUse.of("SELECT id FROM task WHERE status = 'claimed'")).isEmpty();
    assertThat(TableUse.of("UPDATE task SET title = :title WHERE id = :id"))
        .containsExactly(TableUse.CHANGE_OF_TASKS);
    assertThat(TableUse.of("INSERT INTO task (id) VALUES (:id) ON CONFLICT (id) DO NOTHING"))
        .containsExactly(TableUse.CHANGE_OF_TASKS);
    assertThat(TableUse.of("DELETE FROM task WHERE id = :id"))
        .containsExactly(TableUse.CHANGE_OF_TASKS);
    assertThat(TableUse.of("INSERT INTO lost_task (task_id) VALUES (:task)")).isEmpty();
  }

  @Test
  void a_change_of_dependencies_is_told_from_reading_them() {
    assertThat(TableUse.of("SELECT task_id FROM dependency WHERE depends_on = :id")).isEmpty();
    assertThat(TableUse.of("INSERT OR IGNORE INTO dependency (depends_on, task_id) SELECT 1, 2"))
        .containsExactly(TableUse.CHANGE_OF_DEPENDENCIES);
    assertThat(TableUse.of("DELETE FROM dependency WHERE task_id = :id"))
        .containsExactly(TableUse.CHANGE_OF_DEPENDENCIES);
  }
}
