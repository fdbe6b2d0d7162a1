package swarmd.messages;

import java.util.Optional;
import swarmd.common.NumberRange;
import swarmd.common.TextLength;
import swarmd.swarm.ClaimRequest;

/**
 * A choice of messages to list; the newest are found first.
 *
 * @param to the name of the receiver
 * @param from the name of the sender
 */
public record MessageFilter(
    Optional<String> project, Optional<String> to, Optional<String> from, int limit) {
  public static final TextLength TO = TextLength.notBlank(ClaimRequest.AGENT.max(), "to");
  public static final TextLength FROM = TextLength.notBlank(ClaimRequest.AGENT.max(), "from");
  public static final NumberRange LIMIT = new NumberRange("limit", 1, 1_000);
  public static final int DEFAULT_LIMIT = 50;

  /**
   * Checks the limits.
   *
   * @throws swarmd.common.InvalidValue if a value is beyond its limit
   */
  public MessageFilter {
    TO.check(to);
    FROM.check(from);
    LIMIT.check(limit);
  }
}
