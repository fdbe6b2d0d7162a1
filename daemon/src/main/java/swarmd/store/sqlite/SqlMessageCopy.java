package swarmd.store.sqlite;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import swarmd.messages.Message;
import swarmd.team.MessageCopy;
import swarmd.team.Position;

/** The copy of a team's messages, in the same table as a workstation's own messages. */
final class SqlMessageCopy implements MessageCopy {
  private static final int MAX_RECEIPTS = 500;

  private static final List<String> TEXTS =
      List.of(
          "sending",
          "project",
          "sender",
          "sender_kind",
          "sender_name",
          "sender_session",
          "sender_workstation",
          "session",
          "agent",
          "workstation",
          "name",
          "text");

  private static final List<String> TIMES = List.of("sent_at", "delivered_at", "read_at");

  private final SqliteConnection connection;

  SqlMessageCopy(SqliteConnection connection) {
    this.connection = connection;
  }

  private Handle jdbi() {
    return connection.jdbi();
  }

  @Override
  public Position position() {
    return jdbi()
        .createQuery("SELECT message_xid, message_id FROM team_position")
        .map((row, context) -> new Position(row.getString(1), row.getLong(2)))
        .findOne()
        .orElse(Position.START);
  }

  @Override
  public void moveTo(Position next) {
    jdbi()
        .createUpdate("UPDATE team_position SET message_xid = :xid, message_id = :id")
        .bind("xid", next.xid())
        .bind("id", next.id())
        .execute();
  }

  @Override
  public List<Message> put(JsonNode messages) {
    List<Message> stored = new ArrayList<>();
    messages.forEach(message -> stored.add(put(message.get("id").asLong(), message)));
    return stored;
  }

  private Message put(long id, JsonNode message) {
    Query put =
        jdbi()
            .createQuery(
                """
                INSERT INTO message (id, sending, project, sender, sender_kind, sender_name,
                  sender_session, sender_workstation, session, agent, workstation, name, text,
                  sent_at, delivered_at, read_at)
                SELECT :id, :sending, :project, :sender, :senderkind, :sendername,
                  :sendersession, :senderworkstation, :session, :agent, :workstation, :name,
                  :text, :sentat, coalesce(r.delivered_at, :deliveredat),
                  coalesce(r.read_at, :readat)
                FROM (SELECT 1)
                  LEFT JOIN message_receipt r ON r.id = :id AND r.sending = :sending
                WHERE true
                ON CONFLICT (id) DO UPDATE SET
                  delivered_at = coalesce(message.delivered_at, excluded.delivered_at),
                  read_at = coalesce(message.read_at, excluded.read_at)
                RETURNING *
                """)
            .bind("id", id);
    TEXTS.forEach(name -> put.bind(parameter(name), SqlCopyRepository.text(message, name)));
    TIMES.forEach(name -> put.bind(parameter(name), SqlCopyRepository.number(message, name)));
    return put.map((row, context) -> SqlMessageQueries.read(row)).one();
  }

  private static String parameter(String column) {
    return column.replace("_", "");
  }

  @Override
  public List<Receipt> receipts() {
    return jdbi()
        .createQuery("SELECT * FROM message_receipt ORDER BY id LIMIT :limit")
        .bind("limit", MAX_RECEIPTS)
        .map(
            (row, context) ->
                new Receipt(
                    row.getLong("id"),
                    row.getString("sending"),
                    Columns.number(row, "delivered_at"),
                    Columns.number(row, "read_at")))
        .list();
  }

  @Override
  public void remove(List<Receipt> receipts) {
    for (Receipt receipt : receipts) {
      Optional<Long> readAt = receipt.readAt();
      jdbi()
          .createUpdate("DELETE FROM message_receipt WHERE id = :id AND read_at IS :read")
          .bind("id", receipt.id())
          .bind("read", readAt)
          .execute();
    }
  }
}
