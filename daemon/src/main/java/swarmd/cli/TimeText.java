package swarmd.cli;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import swarmd.common.InvalidValue;

/** Reads durations and times as people type them: 90s, 10m, 2h, 1d, 18:30, 2026-11-18T09:00. */
final class TimeText {
  private static final Pattern DURATION = Pattern.compile("([0-9]{1,6})([smhd])");
  private static final Map<String, Duration> UNITS =
      Map.of(
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1),
          "d", Duration.ofDays(1));

  private TimeText() {}

  /**
   * @param field names the value in messages
   * @throws InvalidValue if it is not a duration
   */
  static Duration duration(String text, String field) {
    return duration(text)
        .orElseThrow(
            () ->
                new InvalidValue(
                    field, "takes a duration like 90s, 10m, 2h or 1d, not '" + text + "'"));
  }

  private static Optional<Duration> duration(String text) {
    Matcher found = DURATION.matcher(text);
    return found.matches()
        ? Optional.of(UNITS.get(found.group(2)).multipliedBy(Long.parseLong(found.group(1))))
        : Optional.empty();
  }

  /**
   * A point in time: a duration from now on, a time of the day, or a date and time in the zone of
   * this machine; 0 for "now".
   *
   * @param field names the value in messages
   * @throws InvalidValue if it is none of these
   */
  static long moment(String text, String field, long now) {
    if (text.equals("now")) {
      return 0;
    }
    return duration(text)
        .map(duration -> now + duration.toMillis())
        .or(() -> clockTime(text, now))
        .orElseThrow(
            () ->
                new InvalidValue(
                    field,
                    "takes a time like 2h, 18:30, 2026-11-18T09:00 or now, not '" + text + "'"));
  }

  private static Optional<Long> clockTime(String text, long now) {
    ZonedDateTime here = Instant.ofEpochMilli(now).atZone(ZoneId.systemDefault());
    try {
      if (text.indexOf('T') > 0) {
        return Optional.of(
            LocalDateTime.parse(text).atZone(here.getZone()).toInstant().toEpochMilli());
      }
      ZonedDateTime today = here.with(LocalTime.parse(text));
      return Optional.of(
          (today.isAfter(here) ? today : today.plusDays(1)).toInstant().toEpochMilli());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
