package swarmd.demo;

import java.time.Duration;

/**
 * The speed of a demo.
 *
 * @param work how long a task takes
 * @param lease how long a claim lasts unless it is renewed
 * @param limit when an unfinished demo is given up
 */
public record Tempo(Duration work, Duration lease, Duration limit) {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** About 15 s, to watch. */
  public static final Tempo NORMAL =
      new Tempo(Duration.ofMillis(2_200), Duration.ofSeconds(4), LIMIT);

  /** About 3 s. The lease stays long enough for a busy machine. */
  public static final Tempo FAST = new Tempo(Duration.ofMillis(400), Duration.ofSeconds(1), LIMIT);

  /** Often enough that a late renewal costs nothing. */
  Duration renewal() {
    return lease.dividedBy(4);
  }
}
