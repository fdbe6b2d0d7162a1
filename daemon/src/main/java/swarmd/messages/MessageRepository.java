package swarmd.messages;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Changes stored messages within a transaction. */
public interface MessageRepository extends MessageQueries {

  /** The messages that this call has stored already. */
  List<Message> of(String sending);

  /** How many calls of a sender have stored messages since then. */
  int countCalls(String senderKey, long since);

  /** How many messages sent since then wait for a receiver. */
  int countWaiting(String project, Address receiver, long since);

  Message add(NewMessage message, Address receiver, long now);

  /**
   * The messages that a mailbox of this workstation has to deliver or that wait for an
   * acknowledgement, oldest first.
   *
   * @param workstation this one, if a team knows it
   * @param since older messages are only listed if they were delivered
   */
  List<Message> unread(Mailbox mailbox, Optional<String> workstation, long since);

  /**
   * The answer with these messages has left.
   *
   * @param with the event that the messages went out with
   */
  void markDelivered(Collection<Message> messages, Optional<String> with, long now);

  void markRead(Collection<Message> messages, long now);
}
