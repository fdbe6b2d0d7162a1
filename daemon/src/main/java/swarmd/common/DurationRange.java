package swarmd.common;

import java.time.Duration;

/**
 * The durations that a field allows, both ends included. Messages include the unit, because the API
 * takes milliseconds and the command line takes seconds.
 */
public record DurationRange(String field, Duration min, Duration max) {
  private static final int SECONDS_PER_HOUR = 3_600;

  /**
   * Returns the value if it is allowed.
   *
   * @throws InvalidValue if the duration is out of range
   */
  public Duration check(Duration value) {
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      throw new InvalidValue(
          field, "must be from %s to %s, not %s".formatted(text(min), text(max), text(value)));
    }
    return value;
  }

  private static String text(Duration duration) {
    long seconds = duration.getSeconds();
    if (duration.getNano() != 0) {
      return duration.toMillis() + " ms";
    }
    return seconds != 0 && seconds % SECONDS_PER_HOUR == 0
        ? seconds / SECONDS_PER_HOUR + " h"
        : seconds + " s";
  }
}
