package swarmd.messages;

import java.util.Locale;
import java.util.Optional;
import swarmd.sessions.Session;

/**
 * A message to one agent. Times are epoch milliseconds.
 *
 * @param sending the same for all receivers of one call
 * @param deliveredAt when the answer that carried it left for the receiver's host
 * @param deliveredWith the event that it answered, if the host would repeat it unchanged
 * @param readAt when the receiver's next event acknowledged it
 */
public record Message(
    long id,
    String sending,
    String project,
    Sender sender,
    Address receiver,
    String text,
    long sentAt,
    Optional<Long> deliveredAt,
    Optional<String> deliveredWith,
    Optional<Long> readAt) {

  /** Like all state of a session without a sign of life, an old message counts no more. */
  public static final long KEPT_MILLIS = Session.STALE.toMillis();

  /** How far a message has come. */
  public enum State {
    STORED,
    DELIVERED,
    READ,
    /** Its receiver did not come for it in time. */
    EXPIRED;

    /** The name that is shown. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public State state(long now) {
    if (readAt.isPresent()) {
      return State.READ;
    }
    if (deliveredAt.isPresent()) {
      return State.DELIVERED;
    }
    return now - sentAt > KEPT_MILLIS ? State.EXPIRED : State.STORED;
  }

  public boolean isDelivered() {
    return deliveredAt.isPresent();
  }
}
