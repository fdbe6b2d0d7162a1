package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import swarmd.messages.Address;
import swarmd.messages.Message;
import swarmd.messages.MessageFilter;
import swarmd.messages.MessageQueries;
import swarmd.messages.Sender;
import swarmd.swarm.Actor;

class SqlMessageQueries implements MessageQueries {
  private final SqliteConnection connection;

  SqlMessageQueries(SqliteConnection connection) {
    this.connection = connection;
  }

  final Handle jdbi() {
    return connection.jdbi();
  }

  @Override
  public List<Message> list(MessageFilter filter) {
    return oldestFirst(
        jdbi()
            .createQuery(
                """
                SELECT * FROM message
                WHERE (:project IS NULL OR project = :project) AND (:to IS NULL OR name = :to)
                  AND (:from IS NULL OR sender_name = :from)
                ORDER BY id DESC LIMIT :limit
                """)
            .bind("project", filter.project())
            .bind("to", filter.to())
            .bind("from", filter.from())
            .bind("limit", filter.limit()));
  }

  @Override
  public List<Message> to(String project, Address receiver, int limit) {
    return oldestFirst(
        jdbi()
            .createQuery(
                """
                SELECT * FROM message
                WHERE project = :project AND session = :session AND agent = :agent
                  AND workstation = :workstation
                ORDER BY id DESC LIMIT :limit
                """)
            .bind("project", project)
            .bind("session", receiver.session().orElse(""))
            .bind("agent", receiver.agent().orElse(""))
            .bind("workstation", receiver.workstation().orElse(""))
            .bind("limit", limit));
  }

  @Override
  public List<Message> by(String project, Sender sender, int limit) {
    return oldestFirst(
        jdbi()
            .createQuery(
                """
                SELECT * FROM message
                WHERE project = :project AND sender_kind = :kind AND sender_name IS :name
                  AND sender_session IS :session AND sender_workstation IS :workstation
                ORDER BY id DESC LIMIT :limit
                """)
            .bind("project", project)
            .bind("kind", sender.actor().kind().label())
            .bind("name", sender.actor().name())
            .bind("session", sender.actor().session())
            .bind("workstation", sender.workstation())
            .bind("limit", limit));
  }

  private static List<Message> oldestFirst(Query newestFirst) {
    List<Message> found = new ArrayList<>(newestFirst.map((row, context) -> read(row)).list());
    Collections.reverse(found);
    return found;
  }

  @Override
  public List<Mailbox> withMail(long since) {
    return connection
        .sql()
        .of(
            """
            SELECT DISTINCT project, session FROM message
            WHERE read_at IS NULL AND (sent_at > :since OR delivered_at IS NOT NULL)
            """)
        .bind("since", since)
        .list(row -> new Mailbox(row.getString("project"), row.getString("session")));
  }

  static Message read(ResultSet row) throws SQLException {
    return new Message(
        row.getLong("id"),
        row.getString("sending"),
        row.getString("project"),
        new Sender(
            new Actor(
                Actor.Kind.of(row.getString("sender_kind")),
                Columns.text(row, "sender_name"),
                Columns.text(row, "sender_session")),
            Columns.text(row, "sender_workstation")),
        new Address(filled(row, "session"), filled(row, "agent"), filled(row, "workstation")),
        row.getString("text"),
        row.getLong("sent_at"),
        Columns.number(row, "delivered_at"),
        Columns.text(row, "delivered_with"),
        Columns.number(row, "read_at"));
  }

  private static Optional<String> filled(ResultSet row, String column) throws SQLException {
    return Columns.text(row, column).filter(text -> !text.isEmpty());
  }
}
