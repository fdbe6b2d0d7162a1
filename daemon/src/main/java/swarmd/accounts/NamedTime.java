package swarmd.accounts;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.Month;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAdjusters;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds the time that a sentence of a host names: "resets 3pm (Europe/Berlin)", "try again in 20
 * minutes", an ISO time or seconds since 1970. Its expressions are RE2's, since anybody can write
 * such a sentence.
 */
final class NamedTime {
  /** A clock time that has just passed means now, not tomorrow: clocks differ, and texts round. */
  private static final Duration JUST_PASSED = Duration.ofMinutes(10);

  private static final String MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*";
  private static final String WEEKDAY = "(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*";
  private static final String DATE = MONTH + "\\.? \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?";
  private static final String ZONE = " ?(?:\\(([a-z]+(?:[/_+-][a-z0-9_+-]+)*)\\)|(utc|gmt)\\b)?";

  private static final Pattern ISO =
      pattern(
          "\\b(\\d{4}-\\d{2}-\\d{2})[t ](\\d{2}:\\d{2}(?::\\d{2})?)(?:[.,]\\d+)?"
              + " ?(z\\b|utc\\b|[+-]\\d{2}:?\\d{2})?");
  private static final Pattern EPOCH = pattern("(?:^|[^\\d.])(\\d{10}|\\d{13})(?:[^\\d]|$)");
  private static final Pattern SPAN =
      pattern(
          "\\b(?:in|after|wait|wait for|retry[- ]after)[:=]? (?:about |another |at least )?"
              + "((?:(?:\\d+(?:\\.\\d+)?|an?|one) ?[a-z]+[, ]*(?:and )?)+)");
  private static final Pattern PART = pattern("(\\d+(?:\\.\\d+)?|\\b(?:an?|one)\\b) ?([a-z]+)");
  private static final Pattern BARE_SECONDS = pattern("\\bretry[- ]after\"?[:=]? ?\"?(\\d+)\\b");
  private static final Pattern CLOCK =
      pattern(
          "\\b(?:resets?|until|at|on|after|available)(?: again)?(?: (?:at|on))?"
              + " (?:(today|tomorrow|"
              + WEEKDAY
              + "|"
              + DATE
              + "),?(?: at)? )?(?:(\\d{1,2})(?::(\\d{2}))?(?::\\d{2})?"
              + " ?([ap])\\.?m\\b\\.?|(\\d{1,2}):(\\d{2})(?::\\d{2})?)"
              + ZONE);
  private static final Pattern DAY_ONLY =
      pattern("\\b(?:resets?|until|after|available)(?: again)?(?: on)? (" + DATE + ")" + ZONE);

  private NamedTime() {}

  private static Pattern pattern(String expression) {
    return Pattern.compile(expression, Pattern.CASE_INSENSITIVE);
  }

  /**
   * The first time that the text names; it may have passed.
   *
   * @param zone of a time that names none
   */
  static Optional<Instant> in(String text, Instant now, ZoneId zone) {
    String plain = text.replaceAll("[\\s\\u00a0\\u202f]++", " ");
    try {
      return iso(plain, zone)
          .or(() -> epoch(plain, now))
          .or(() -> span(plain).map(now::plus))
          .or(() -> clock(plain, now, zone))
          .or(() -> day(plain, now, zone));
    } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
      return Optional.empty(); // the 31st of February
    }
  }

  private static Optional<Instant> iso(String text, ZoneId zone) {
    Matcher found = ISO.matcher(text);
    if (!found.find()) {
      return Optional.empty();
    }
    LocalDate date = LocalDate.parse(found.group(1));
    LocalTime time = LocalTime.parse(found.group(2));
    String offset = found.group(3);
    if (offset == null) {
      return Optional.of(ZonedDateTime.of(date, time, zone).toInstant());
    }
    ZoneOffset named =
        offset.startsWith("+") || offset.startsWith("-") ? ZoneOffset.of(offset) : ZoneOffset.UTC;
    return Optional.of(OffsetDateTime.of(date, time, named).toInstant());
  }

  /** Any number can stand in a text, so only one that is a time soon after now counts. */
  private static Optional<Instant> epoch(String text, Instant now) {
    Matcher found = EPOCH.matcher(text);
    while (found.find()) {
      long number = Long.parseLong(found.group(1));
      Instant time =
          found.group(1).length() == 10
              ? Instant.ofEpochSecond(number)
              : Instant.ofEpochMilli(number);
      if (time.isAfter(now) && time.isBefore(now.plus(AccountFailure.LONGEST))) {
        return Optional.of(time);
      }
    }
    return Optional.empty();
  }

  private static Optional<Duration> span(String text) {
    Matcher found = SPAN.matcher(text);
    while (found.find()) {
      Optional<Duration> sum = sum(found.group(1));
      if (sum.isPresent()) {
        return sum;
      }
    }
    Matcher seconds = BARE_SECONDS.matcher(text);
    return seconds.find()
        ? Optional.of(Duration.ofSeconds(Integer.parseInt(seconds.group(1))))
        : Optional.empty();
  }

  /** "1h 30m", "2 days and 3 hours", "an hour"; what follows is no longer part of it. */
  private static Optional<Duration> sum(String parts) {
    Duration sum = Duration.ZERO;
    Matcher part = PART.matcher(parts);
    while (part.find()) {
      Optional<Duration> unit = unit(part.group(2).toLowerCase(Locale.ROOT));
      if (unit.isEmpty()) {
        break;
      }
      double count =
          Character.isDigit(part.group(1).charAt(0)) ? Double.parseDouble(part.group(1)) : 1;
      sum = sum.plusMillis(Math.round(count * unit.get().toMillis()));
    }
    return Optional.of(sum).filter(duration -> !duration.isZero());
  }

  private static Optional<Duration> unit(String word) {
    return switch (word) {
      case "ms", "millisecond", "milliseconds" -> Optional.of(Duration.ofMillis(1));
      case "s", "sec", "secs", "second", "seconds" -> Optional.of(Duration.ofSeconds(1));
      case "m", "min", "mins", "minute", "minutes" -> Optional.of(Duration.ofMinutes(1));
      case "h", "hr", "hrs", "hour", "hours" -> Optional.of(Duration.ofHours(1));
      case "d", "day", "days" -> Optional.of(Duration.ofDays(1));
      default -> Optional.empty();
    };
  }

  private static Optional<Instant> clock(String text, Instant now, ZoneId usual) {
    Matcher found = CLOCK.matcher(text);
    if (!found.find()) {
      return Optional.empty();
    }
    LocalTime time =
        found.group(4) == null
            ? LocalTime.of(number(found.group(5)), number(found.group(6)))
            : ofTwelve(found.group(2), found.group(3), found.group(4));
    ZoneId zone = zone(found.group(7), found.group(8), usual);
    ZonedDateTime today = now.atZone(zone);
    if (found.group(1) != null) {
      return Optional.of(
          ZonedDateTime.of(date(found.group(1), today.toLocalDate(), time, today), time, zone)
              .toInstant());
    }
    Instant next = ZonedDateTime.of(today.toLocalDate(), time, zone).toInstant();
    return Optional.of(
        next.isBefore(now.minus(JUST_PASSED))
            ? ZonedDateTime.of(today.toLocalDate().plusDays(1), time, zone).toInstant()
            : next);
  }

  private static Optional<Instant> day(String text, Instant now, ZoneId usual) {
    Matcher found = DAY_ONLY.matcher(text);
    if (!found.find()) {
      return Optional.empty();
    }
    ZoneId zone = zone(found.group(2), found.group(3), usual);
    ZonedDateTime today = now.atZone(zone);
    return Optional.of(
        date(found.group(1), today.toLocalDate(), LocalTime.MIN, today)
            .atStartOfDay(zone)
            .toInstant());
  }

  private static LocalTime ofTwelve(String hour, String minute, String half) {
    int number = number(hour);
    if (number < 1 || number > 12) {
      throw new DateTimeException("no hour of a twelve-hour clock");
    }
    return LocalTime.of(
        number % 12 + (half.equalsIgnoreCase("p") ? 12 : 0), minute == null ? 0 : number(minute));
  }

  private static ZoneId zone(String inBrackets, String word, ZoneId usual) {
    if (word != null) {
      return ZoneOffset.UTC;
    }
    if (inBrackets == null) {
      return usual;
    }
    return ZoneId.getAvailableZoneIds().stream()
        .filter(inBrackets::equalsIgnoreCase)
        .findFirst()
        .map(ZoneId::of)
        .orElse(usual);
  }

  private static LocalDate date(String day, LocalDate today, LocalTime time, ZonedDateTime now) {
    String word = day.toLowerCase(Locale.ROOT);
    if (word.equals("today")) {
      return today;
    }
    if (word.equals("tomorrow")) {
      return today.plusDays(1);
    }
    String[] words = word.split("[ .,]+");
    Optional<Month> month = month(words[0]);
    if (month.isEmpty() || words.length == 1) {
      LocalDate next = today.with(TemporalAdjusters.nextOrSame(weekday(words[0])));
      return next.equals(today) && time.isBefore(now.toLocalTime()) ? next.plusWeeks(1) : next;
    }
    int dayOfMonth = number(words[1].replaceAll("[a-z]", ""));
    if (words.length > 2) {
      return LocalDate.of(number(words[2]), month.get(), dayOfMonth);
    }
    LocalDate thisYear = LocalDate.of(today.getYear(), month.get(), dayOfMonth);
    return thisYear.isBefore(today.minusDays(1)) ? thisYear.plusYears(1) : thisYear;
  }

  private static Optional<Month> month(String word) {
    return Arrays.stream(Month.values())
        .filter(month -> word.startsWith(month.name().substring(0, 3).toLowerCase(Locale.ROOT)))
        .findFirst();
  }

  private static DayOfWeek weekday(String word) {
    return Arrays.stream(DayOfWeek.values())
        .filter(day -> word.startsWith(day.name().substring(0, 3).toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(() -> new DateTimeException("no day of a week: " + word));
  }

  private static int number(String digits) {
    return Integer.parseInt(digits);
  }
}
