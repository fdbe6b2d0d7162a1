package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jdbi.v3.core.statement.StatementContext;
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
    Lease lease = held.lease().orElseThrow();
    connection
        .jdbi()
        .createUpdate(
            """
            INSERT INTO lost_task (project, session, fence, task_id, agent, why, at)
            VALUES (:project, :session, :fence, :task, :agent, :why, :now)
            ON CONFLICT (project, session, fence) DO NOTHING
            """)
        .bind("project", held.swarm().project())
        .bind("session", held.session())
        .bind("fence", lease.fence())
        .bind("task", held.id())
        .bind("agent", held.agent().orElse(""))
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

  void removeBefore(long at) {
    connection.jdbi().createUpdate("DELETE FROM lost_task WHERE at < :at").bind("at", at).execute();
  }

  List<LostTask> in(String project, String session) {
    return connection
        .jdbi()
        .createQuery(
            """
            SELECT * FROM lost_task WHERE project = :project AND session = :session ORDER BY fence
            """)
        .bind("project", project)
        .bind("session", session)
        .map(LostTaskTable::read)
        .list();
  }

  List<LostTask> all() {
    return connection
        .jdbi()
        .createQuery("SELECT * FROM lost_task ORDER BY fence")
        .map(LostTaskTable::read)
        .list();
  }

  private static LostTask read(ResultSet row, StatementContext context) throws SQLException {
    return new LostTask(
        row.getString("project"),
        row.getString("session"),
        row.getString("agent"),
        row.getLong("task_id"),
        row.getLong("fence"),
        row.getString("why"));
  }
}
