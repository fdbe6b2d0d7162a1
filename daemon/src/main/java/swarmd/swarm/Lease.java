package swarmd.swarm;

import swarmd.common.TextLength;

/**
 * The right to work on a task until {@code expiresAt}.
 *
 * @param token the secret that proves it
 * @param fence grows with every claim, so that other systems can reject writes of an old holder
 */
public record Lease(String token, long fence, long durationMillis, long expiresAt) {

  public static final TextLength TOKEN = TextLength.notBlank(256, "token");

  Lease extendedFrom(long now) {
    return endingAt(now + durationMillis);
  }

  Lease endingAt(long time) {
    return new Lease(token, fence, durationMillis, time);
  }
}
