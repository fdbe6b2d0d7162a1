package swarmd.messages;

import java.util.List;

/** Queries for messages. */
public interface MessageQueries {

  /** The newest ones that match, oldest first. */
  List<Message> list(MessageFilter filter);

  /** The newest ones to one receiver, oldest first; others may have the same name. */
  List<Message> to(String project, Address receiver, int limit);

  /** The newest ones from one sender, oldest first; others may have the same name. */
  List<Message> by(String project, Sender sender, int limit);

  /** The mailboxes with messages that are not read and were sent since then. */
  List<Mailbox> withMail(long since);

  /** A session's messages; an empty session stands for agents without one. */
  record Mailbox(String project, String session) {}
}
