package swarmd.store.sqlite;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import swarmd.messages.Address;
import swarmd.messages.Message;
import swarmd.messages.MessageRepository;
import swarmd.messages.NewMessage;
import swarmd.messages.Sender;

/**
 * Messages, on the connection that writes. Whatever changes one that a team shares is also noted as
 * a receipt, for the team's database.
 */
final class SqlMessageRepository extends SqlMessageQueries implements MessageRepository {
  private static final String RECEIPT =
      """
      INSERT INTO message_receipt (id, sending, delivered_at, read_at)
      SELECT id, sending, delivered_at, read_at FROM message WHERE id = :id AND workstation <> ''
      ON CONFLICT (id) DO UPDATE SET
        delivered_at = excluded.delivered_at, read_at = excluded.read_at
      """;

  SqlMessageRepository(SqliteConnection connection) {
    super(connection);
  }

  @Override
  public List<Message> of(String sending) {
    return jdbi()
        .createQuery("SELECT * FROM message WHERE sending = :sending ORDER BY id")
        .bind("sending", sending)
        .map((row, context) -> read(row))
        .list();
  }

  @Override
  public int countCalls(String senderKey, long since) {
    return jdbi()
        .createQuery(
            """
            SELECT count(DISTINCT sending) FROM message WHERE sender = :sender AND sent_at > :since
            """)
        .bind("sender", senderKey)
        .bind("since", since)
        .mapTo(Integer.class)
        .one();
  }

  @Override
  public int countWaiting(String project, Address receiver, long since) {
    return jdbi()
        .createQuery(
            """
            SELECT count(*) FROM message
            WHERE read_at IS NULL AND project = :project AND session = :session AND agent = :agent
              AND workstation = :workstation AND delivered_at IS NULL AND sent_at > :since
            """)
        .bind("project", project)
        .bind("session", receiver.session().orElse(""))
        .bind("agent", receiver.agent().orElse(""))
        .bind("workstation", receiver.workstation().orElse(""))
        .bind("since", since)
        .mapTo(Integer.class)
        .one();
  }

  @Override
  public Message add(NewMessage message, Address receiver, long now) {
    Sender sender = message.sender();
    return jdbi()
        .createQuery(
            """
            INSERT INTO message (sending, project, sender, sender_kind, sender_name, sender_session,
              sender_workstation, session, agent, workstation, name, text, sent_at)
            VALUES (:sending, :project, :sender, :senderKind, :senderName, :senderSession,
              :senderWorkstation, :session, :agent, :workstation, :name, :text, :now)
            RETURNING *
            """)
        .bind("sending", message.sending())
        .bind("project", message.project())
        .bind("sender", sender.key())
        .bind("senderKind", sender.actor().kind().label())
        .bind("senderName", sender.actor().name())
        .bind("senderSession", sender.actor().session())
        .bind("senderWorkstation", sender.workstation())
        .bind("session", receiver.session().orElse(""))
        .bind("agent", receiver.agent().orElse(""))
        .bind("workstation", receiver.workstation().orElse(""))
        .bind("name", receiver.name())
        .bind("text", message.text())
        .bind("now", now)
        .map((row, context) -> read(row))
        .one();
  }

  @Override
  public List<Message> unread(Mailbox mailbox, Optional<String> workstation, long since) {
    return jdbi()
        .createQuery(
            """
            SELECT * FROM message
            WHERE read_at IS NULL AND project = :project AND session = :session
              AND workstation = :workstation AND (sent_at > :since OR delivered_at IS NOT NULL)
            ORDER BY id
            """)
        .bind("project", mailbox.project())
        .bind("session", mailbox.session())
        .bind("workstation", workstation.orElse(""))
        .bind("since", since)
        .map((row, context) -> read(row))
        .list();
  }

  @Override
  public void markDelivered(Collection<Message> messages, Optional<String> with, long now) {
    for (Message message : messages) {
      jdbi()
          .createUpdate(
              """
              UPDATE message SET delivered_at = :now, delivered_with = :with
              WHERE id = :id AND read_at IS NULL
              """)
          .bind("now", now)
          .bind("with", with)
          .bind("id", message.id())
          .execute();
      noteReceipt(message);
    }
  }

  @Override
  public void markRead(Collection<Message> messages, long now) {
    for (Message message : messages) {
      jdbi()
          .createUpdate("UPDATE message SET read_at = :now WHERE id = :id AND read_at IS NULL")
          .bind("now", now)
          .bind("id", message.id())
          .execute();
      noteReceipt(message);
    }
  }

  private void noteReceipt(Message message) {
    if (message.receiver().workstation().isPresent()) {
      jdbi().createUpdate(RECEIPT).bind("id", message.id()).execute();
    }
  }
}
