package swarmd.team;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import swarmd.messages.Message;

/** This workstation's copy of a team's messages, in the daemon's own database. */
public interface MessageCopy {

  /** Where this copy has to go on. */
  Position position();

  void moveTo(Position next);

  /**
   * Stores messages as they are in the team's database, and returns them. What agents of this
   * workstation have received or read meanwhile stays so.
   */
  List<Message> put(JsonNode messages);

  /** The receipts that the team's database does not have yet. */
  List<Receipt> receipts();

  /** The team's database has learned these; what has changed since then stays. */
  void remove(List<Receipt> receipts);

  /** The fate of a message to an agent of this workstation. */
  record Receipt(long id, String sending, Optional<Long> deliveredAt, Optional<Long> readAt) {}
}
