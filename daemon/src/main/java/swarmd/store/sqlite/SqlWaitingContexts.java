package swarmd.store.sqlite;

import java.util.Collection;
import java.util.List;
import swarmd.userhooks.WaitingContext;
import swarmd.userhooks.WaitingContexts;

final class SqlWaitingContexts implements WaitingContexts {
  private final SqliteConnection connection;

  SqlWaitingContexts(SqliteConnection connection) {
    this.connection = connection;
  }

  @Override
  public long add(WaitingContext context) {
    return connection
        .jdbi()
        .createQuery(
            """
            INSERT INTO waiting_context (project, session, agent, at, text, calls)
            VALUES (:project, :session, :agent, :at, :text, :calls)
            RETURNING id
            """)
        .bind("project", context.project())
        .bind("session", context.session())
        .bind("agent", context.agent())
        .bind("at", context.at())
        .bind("text", context.text())
        .bind("calls", JsonColumn.write(context.calls()))
        .mapTo(Long.class)
        .one();
  }

  @Override
  public List<Entry> all() {
    return connection
        .sql()
        .of("SELECT * FROM waiting_context ORDER BY id")
        .list(
            row ->
                new Entry(
                    row.getLong("id"),
                    new WaitingContext(
                        row.getString("project"),
                        row.getString("session"),
                        row.getString("agent"),
                        row.getLong("at"),
                        row.getString("text"),
                        JsonColumn.texts(row.getString("calls")))));
  }

  @Override
  public void remove(Collection<Long> ids) {
    for (long id : ids) {
      connection
          .jdbi()
          .createUpdate("DELETE FROM waiting_context WHERE id = :id")
          .bind("id", id)
          .execute();
    }
  }

  @Override
  public int forgetBefore(long at) {
    return connection
        .sql()
        .of("DELETE FROM waiting_context WHERE at < :at")
        .bind("at", at)
        .update();
  }
}
