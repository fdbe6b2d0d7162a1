package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import swarmd.swarm.Lease;
import swarmd.swarm.LostTask;
import swarmd.swarm.Task;

/** Tasks that agents have lost and were not told of yet. */
final class LostTaskTable {
  private final SqliteConnection connection;

  LostTaskTable(SqliteConnection connection) {
    this.connection = connection;
  }

  void add(Task held, String why, long now) {
    add(
        held.swarm().project(),
        held.session().orElseThrow(),
        held.agent().orElse(""),
        held.id(),
        held.lease().map(Lease::fence).orElseThrow(),
        why,
        now);
  }

  void add(
      String project, String session, String agent, long taskId, long fence, String why, long now) {
    connection
        .jdbi()
        .createUpdate(
            """
            INSERT INTO lost_task (project, session, fence, task_id, agent, why, at)
            VALUES (:project, :session, :fence, :task, :agent, :why, :now)
            ON CONFLICT (project, session, fence) DO NOTHING
            """)
        .bind("project", project)
        .bind("session", session)
        .bind("fence", fence)
        .bind("task", taskId)
        .bind("agent", agent)
        .bind("why", why)
        .bind("now", now)
        .execute();
  }

  void remove(LostTask told) {
    connection
        .jdbi()
        .createUpdate(
            """
            DELETE FROM lost_task
            WHERE project = :project AND session = :session AND fence = :fence
            """)
        .bind("project", told.project())
        .bind("session", told.session())
        .bind("fence", told.fence())
        .execute();
  }

  List<LostTask> in(String project, String session) {
    return connection
        .sql()
        .of(
            """
            SELECT * FROM lost_task WHERE project = :project AND session = :session ORDER BY fence
            """)
        .bind("project", project)
        .bind("session", session)
        .list(LostTaskTable::read);
  }

  List<LostTask> all() {
    return connection.sql().of("SELECT * FROM lost_task ORDER BY fence").list(LostTaskTable::read);
  }

  private static LostTask read(ResultSet row) throws SQLException {
    return new LostTask(
        row.getString("project"),
        row.getString("session"),
        row.getString("agent"),
        row.getLong("task_id"),
        row.getLong("fence"),
        row.getString("why"));
  }
}
