package swarmd.store.sqlite;

import java.util.HashSet;
import java.util.Set;

/** Deletes tasks, and a swarm with its last one. */
final class TaskDeletion {
  private final Sql sql;
  private final Runnable tasksChanged;
  private final Set<Long> swarms = new HashSet<>();

  /**
   * @param tasksChanged called after tasks were deleted
   */
  TaskDeletion(Sql sql, Runnable tasksChanged) {
    this.sql = sql;
    this.tasksChanged = tasksChanged;
  }

  /** A task as its wave has counted it. */
  record Counted(long swarm, int wave, String status) {}

  /** Deletes a task without its history. */
  void delete(long id, Counted task) {
    sql.of("DELETE FROM dependency WHERE depends_on = :id OR task_id = :id")
        .bind("id", id)
        .update();
    sql.of("DELETE FROM task WHERE id = :id").bind("id", id).update();
    sql.of(
            """
            UPDATE wave SET %1$s = %1$s - 1 WHERE swarm_id = :swarm AND number = :wave
            """
                .formatted(task.status))
        .bind("swarm", task.swarm)
        .bind("wave", task.wave)
        .update();
    swarms.add(task.swarm);
  }

  /** To be called after the last task. */
  void finish() {
    for (long swarm : swarms) {
      sql.of(
              """
              DELETE FROM wave WHERE swarm_id = :swarm
                AND pending + claimed + done + failed + cancelled = 0
              """)
          .bind("swarm", swarm)
          .update();
      sql.of(
              """
              DELETE FROM swarm WHERE id = :swarm
                AND NOT EXISTS (SELECT 1 FROM task WHERE swarm_id = :swarm)
              """)
          .bind("swarm", swarm)
          .update();
    }
    if (!swarms.isEmpty()) {
      tasksChanged.run();
    }
  }
}
