package swarmd.time;

import java.time.Duration;

/** A point in time, as measured by {@link Time#nanos}. */
public record Deadline(long nanos) {

  public static Deadline in(Duration duration, Time time) {
    return new Deadline(time.nanos() + duration.toNanos());
  }

  /** Zero if the deadline has passed. */
  public Duration left(Time time) {
    return Duration.ofNanos(Math.max(0, nanos - time.nanos()));
  }
}
