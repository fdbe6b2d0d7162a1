package swarmd.store.sqlite;

import java.util.Set;
import swarmd.hooks.Conversation;
import swarmd.hooks.DeliveryRepository;

/** Deliveries to models, on the connection that writes. */
final class SqlDeliveryRepository implements DeliveryRepository {
  private final SqliteConnection connection;

  SqlDeliveryRepository(SqliteConnection connection) {
    this.connection = connection;
  }

  @Override
  public Set<String> of(Conversation conversation) {
    return Set.copyOf(
        connection
            .jdbi()
            .createQuery(
                """
                SELECT what FROM told
                WHERE project = :project AND session = :session AND agent = :agent
                """)
            .bind("project", conversation.project())
            .bind("session", conversation.session())
            .bind("agent", conversation.agent())
            .mapTo(String.class)
            .list());
  }

  @Override
  public void add(Conversation conversation, String key, long now) {
    connection
        .jdbi()
        .createUpdate(
            """
            INSERT INTO told (project, session, agent, what, at)
            VALUES (:project, :session, :agent, :what, :now)
            ON CONFLICT (project, session, agent, what) DO NOTHING
            """)
        .bind("project", conversation.project())
        .bind("session", conversation.session())
        .bind("agent", conversation.agent())
        .bind("what", key)
        .bind("now", now)
        .execute();
  }

  @Override
  public void forget(String project, String session) {
    connection
        .jdbi()
        .createUpdate("DELETE FROM told WHERE project = :project AND session = :session")
        .bind("project", project)
        .bind("session", session)
        .execute();
  }
}
