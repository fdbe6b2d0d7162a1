package swarmd.swarm;

/**
 * The right to work on a task until {@code expiresAt}.
 *
 * @param token the secret that proves it
 * @param fence a number that grows with every claim, so that outside systems can refuse a late one
 */
public record Lease(String token, long fence, long durationMillis, long expiresAt) {

  Lease extendedFrom(long now) {
    return new Lease(token, fence, durationMillis, now + durationMillis);
  }
}
