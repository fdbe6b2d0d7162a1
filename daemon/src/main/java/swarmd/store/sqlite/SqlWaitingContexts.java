package swarmd.store.sqlite;

import java.util.Collection;
import java.util.List;
import swarmd.userhooks.WaitingContext;
import swarmd.userhooks.WaitingContexts;

final class SqlWaitingContexts implements WaitingContexts {
  private final Sql sql;

  SqlWaitingContexts(Sql sql) {
    this.sql = sql;
  }

  @Override
  public long add(WaitingContext context) {
    return sql.of(
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
        .number();
  }

  @Override
  public List<Entry> all() {
    return sql.of(
            """
            SELECT id, project, session, agent, at, text, calls FROM waiting_context ORDER BY id
            """)
        .list(
            row ->
                new Entry(
                    row.getLong(1),
                    new WaitingContext(
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        row.getLong(5),
                        row.getString(6),
                        JsonColumn.texts(row.getString(7)))));
  }

  @Override
  public void remove(Collection<Long> ids) {
    for (long id : ids) {
      sql.of("DELETE FROM waiting_context WHERE id = :id").bind("id", id).update();
    }
  }

  @Override
  public int forgetBefore(long at) {
    return sql.of("DELETE FROM waiting_context WHERE at < :at").bind("at", at).update();
  }
}
