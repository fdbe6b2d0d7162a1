package swarmd.store.sqlite;

import java.util.Set;
import swarmd.hooks.Conversation;
import swarmd.hooks.DeliveryRepository;

/** What models have been told. */
final class SqlDeliveryRepository implements DeliveryRepository {
  private final Sql sql;

  SqlDeliveryRepository(Sql sql) {
    this.sql = sql;
  }

  @Override
  public Set<String> of(Conversation conversation) {
    return Set.copyOf(
        sql.of(
                """
                SELECT what FROM told
                WHERE project = :project AND session = :session AND agent = :agent
                """)
            .bind("project", conversation.project())
            .bind("session", conversation.session())
            .bind("agent", conversation.agent())
            .list(row -> row.getString(1)));
  }

  @Override
  public void add(Conversation conversation, String what, long now) {
    sql.of(
            """
            INSERT INTO told (project, session, agent, what, at)
            VALUES (:project, :session, :agent, :what, :now)
            ON CONFLICT (project, session, agent, what) DO NOTHING
            """)
        .bind("project", conversation.project())
        .bind("session", conversation.session())
        .bind("agent", conversation.agent())
        .bind("what", what)
        .bind("now", now)
        .update();
  }

  @Override
  public void forget(String project, String session) {
    sql.of("DELETE FROM told WHERE project = :project AND session = :session")
        .bind("project", project)
        .bind("session", session)
        .update();
  }
}
