package swarmd.text;

import java.time.Duration;

/** Formats durations for people. */
public final class HumanDuration {
  private HumanDuration() {}

  /** For example 4m 12s: the two largest units. */
  public static String of(long millis) {
    Duration time = Duration.ofMillis(Math.max(0, millis));
    if (time.toDays() > 0) {
      return time.toDays() + "d " + time.toHoursPart() + "h";
    }
    if (time.toHours() > 0) {
      return time.toHours() + "h " + time.toMinutesPart() + "m";
    }
    if (time.toMinutes() > 0) {
      return time.toMinutes() + "m " + time.toSecondsPart() + "s";
    }
    return time.toSeconds() + "s";
  }
}
