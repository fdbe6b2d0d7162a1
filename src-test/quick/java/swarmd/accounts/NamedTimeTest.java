package swarmd.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hosts name the time at which they can go on in many ways. */
class NamedTimeTest {
  private static final Instant NOW = Instant.parse("2026-11-17T22:15:58Z"); // a Tuesday
  private static final ZoneId ZONE = ZoneId.of("Europe/Berlin"); // 23:15:58 there

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '`',
      textBlock =
          """
          # seen: Claude Code 2.1.325 with a subscription
          You've hit your 5-hour limit · resets 1:15am (Europe/Berlin)                => 2026-11-18T00:15:00Z
          You've hit your 5-hour limit · resets 12:15am (UTC)                         => 2026-11-18T00:15:00Z
          You've hit your weekly limit · resets Nov 20, 3pm (Europe/Berlin)           => 2026-11-20T14:00:00Z
          You've hit your weekly limit · resets Nov 20, 3:30pm (America/New_York)     => 2026-11-20T20:30:00Z
          You've hit your weekly limit · resets Dec 1, 2026, 9am (UTC)                => 2026-12-01T09:00:00Z
          You've hit your session limit · resets 11:30pm                              => 2026-11-17T22:30:00Z
          You're out of extra usage · resets 12am (Europe/Berlin)                     => 2026-11-17T23:00:00Z
          Spend limit reached · resets Dec 1                                          => 2026-11-30T23:00:00Z
          # written by hosts before, and by others
          Claude AI usage limit reached|1794960000                                    => 2026-11-18T00:00:00Z
          limit reached, resets_at 1794960000000                                      => 2026-11-18T00:00:00Z
          Your limit will reset at 3pm (America/Los_Angeles).                         => 2026-11-17T23:00:00Z
          Quota exceeded. Please retry in 7200.5s.                                    => 2026-11-18T00:15:58.500Z
          Rate limit reached. Please try again in 20 minutes.                         => 2026-11-17T22:35:58Z
          Please try again in 1h30m                                                   => 2026-11-17T23:45:58Z
          Please try again in 1 hour and 5 minutes.                                   => 2026-11-17T23:20:58Z
          You can try again in 6m0s. Visit the console for more.                      => 2026-11-17T22:21:58Z
          Try again in an hour                                                        => 2026-11-17T23:15:58Z
          resets in 2 days                                                            => 2026-11-19T22:15:58Z
          Please wait 30 seconds before the next request                              => 2026-11-17T22:16:28Z
          Please wait for 5 min.                                                      => 2026-11-17T22:20:58Z
          429 Too Many Requests, retry after 90 seconds                               => 2026-11-17T22:17:28Z
          {"retry-after": "120"}                                                      => 2026-11-17T22:17:58Z
          retry-after: 45                                                             => 2026-11-17T22:16:43Z
          You have reached your limit until 2026-11-18T09:00:00Z.                     => 2026-11-18T09:00:00Z
          resets at 2026-11-18T09:00:00.123+01:00                                     => 2026-11-18T08:00:00Z
          resets at 2026-11-18 09:00                                                  => 2026-11-18T08:00:00Z
          available again at 07:30                                                    => 2026-11-18T06:30:00Z
          available again at 07:30 UTC                                                => 2026-11-18T07:30:00Z
          resets at 23:59:59                                                          => 2026-11-17T22:59:00Z
          resets tomorrow at 9am                                                      => 2026-11-18T08:00:00Z
          resets Thursday at 9:00                                                     => 2026-11-19T08:00:00Z
          resets Tuesday at 9:00                                                      => 2026-11-24T08:00:00Z
          resets on Friday, 8 PM                                                      => 2026-11-20T19:00:00Z
          resets Nov 18 at 3 p.m.                                                     => 2026-11-18T14:00:00Z
          resets 3pm (Middle/Earth)                                                   => 2026-11-18T14:00:00Z
          """)
  void a_time_in_a_sentence_is_found(String text, String expected) {
    assertThat(NamedTime.in(text, NOW, ZONE)).contains(Instant.parse(expected));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "This request would exceed your account's rate limit. Please try again later.",
        "529 Overloaded. This is usually temporary — try again in a moment.",
        "API Error: 429 · check your inference gateway (127.0.0.1:46491)",
        "failed after 3 attempts",
        "exceeded after 100 requests in the project",
        "resets 99:99",
        "resets 13pm",
        "resets Feb 31, 9am",
        "request 1234567890123 of 9999999999",
        "You've hit your limit",
        "at 5 the tests failed",
      })
  void a_sentence_without_a_time_names_none(String text) {
    assertThat(NamedTime.in(text, NOW, ZONE)).isEmpty();
  }

  @Test
  void a_clock_time_that_has_just_passed_is_not_tomorrow() {
    Instant reset = Instant.parse("2026-11-18T00:15:00Z");

    assertThat(NamedTime.in("resets 1:15am", reset.plusSeconds(5), ZONE)).contains(reset);
    assertThat(NamedTime.in("resets 1:15am", reset.plusSeconds(3_600), ZONE))
        .contains(reset.plusSeconds(86_400));
  }

  @Test
  void a_narrow_space_before_the_half_of_the_day_is_a_space() {
    assertThat(NamedTime.in("resets Nov 20, 3\u202fPM", NOW, ZONE))
        .contains(Instant.parse("2026-11-20T14:00:00Z"));
  }

  @Test
  void a_day_without_a_year_may_be_in_the_next_one() {
    assertThat(NamedTime.in("resets Jan 2, 9am (UTC)", NOW, ZONE))
        .contains(Instant.parse("2027-01-02T09:00:00Z"));
  }

  @Test
  void a_clock_that_changes_to_summer_time_counts_as_people_read_it() {
    Instant before = Instant.parse("2027-03-27T23:30:00Z"); // the night without 2:30

    assertThat(NamedTime.in("resets 4am", before, ZONE))
        .contains(Instant.parse("2027-03-28T02:00:00Z"));
  }
}
