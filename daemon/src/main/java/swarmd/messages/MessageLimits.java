package swarmd.messages;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;

/** How much may be sent, wherever it is stored. */
public final class MessageLimits {
  /** Calls of one sender within {@link #PERIOD}. */
  public static final int MAX_CALLS = 20;

  public static final Duration PERIOD = Duration.ofMinutes(1);

  /** Messages that one receiver has not got yet. */
  public static final int MAX_WAITING = 100;

  private MessageLimits() {}

  public static <T> Outcome<T> tooOften() {
    return Outcome.refused(
        ErrorCode.TOO_MANY,
        "you have sent %d messages within a minute; wait a minute, or put more into one message"
            .formatted(MAX_CALLS));
  }

  /** A message that reaches nobody is refused. */
  public static Outcome<Sent> checked(Sent sent) {
    return sent.stored().isEmpty()
        ? Outcome.refused(ErrorCode.TOO_MANY, full(sent.full()))
        : Outcome.ok(sent);
  }

  /** Why these receivers get nothing. */
  public static String full(List<Address> receivers) {
    return "%d messages already wait for %s; send again when some are read"
        .formatted(
            MAX_WAITING,
            receivers.stream().map(Address::title).collect(Collectors.joining(" and for ")));
  }
}
