package swarmd.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.accounts.AccountFailure.Cause;

/** What hosts report when a turn ends with an error. */
class AccountFailureTest {
  private static final long NOW = Instant.parse("2026-11-17T22:15:58Z").toEpochMilli();

  private static Optional<AccountFailure> failure(String error, String... texts) {
    return AccountFailure.of(error, List.of(texts), NOW, ZoneOffset.UTC);
  }

  /** All errors that Claude Code 2.1.325 has a word for, with texts that it showed. */
  @ParameterizedTest
  @CsvSource({
    "rate_limit, You've hit your 5-hour limit · resets 1:15am (Europe/Berlin), RATE_LIMIT",
    "rate_limit, API Error: Request rejected (429) · Please try again later., RATE_LIMIT",
    "overloaded, API Error: Overloaded, OVERLOADED",
    "server_error, API Error: 529 Overloaded. This is a server-side issue, OVERLOADED",
    "authentication_failed, Not logged in · Please run /login, UNAUTHORIZED",
    "authentication_failed, Invalid API key · Fix external API key, UNAUTHORIZED",
    "oauth_org_not_allowed, Your organization does not allow this, UNAUTHORIZED",
    "account_on_hold, Your account is on hold, UNAUTHORIZED",
    "verification_required, Verify your account, UNAUTHORIZED",
    "billing_error, Credit balance is too low, UNAUTHORIZED",
    "cloud_credential_error, refresh your AWS credentials, UNAUTHORIZED",
    "unknown, HTTP 429 Too Many Requests, RATE_LIMIT",
    "TooManyRequests, '', RATE_LIMIT",
    "429, '', RATE_LIMIT",
  })
  void the_cause_is_known_by_the_host_s_word_or_a_vague_one_s_text(
      String error, String text, Cause cause) {
    assertThat(failure(error, text).map(AccountFailure::cause)).contains(cause);
  }

  @ParameterizedTest
  @CsvSource({
    "server_error, API Error: 500 Internal server error",
    "invalid_request, the prompt mentions a rate limit of 429",
    "model_not_found, there is no such model",
    "max_output_tokens, the answer about quotas was too long",
    "unknown, Connection error",
  })
  void other_errors_are_not_the_account_s(String error, String text) {
    assertThat(failure(error, text)).isEmpty();
  }

  @Test
  void a_time_counts_only_if_it_is_ahead_and_not_too_far() {
    assertThat(failure("rate_limit", "try again in 20 minutes").orElseThrow().until())
        .contains(NOW + Duration.ofMinutes(20).toMillis());
    assertThat(failure("rate_limit", "resets at 2026-11-17T22:15:00Z").orElseThrow().until())
        .isEmpty();
    assertThat(failure("rate_limit", "resets at 2099-01-01T00:00:00Z").orElseThrow().until())
        .isEmpty();
    assertThat(failure("rate_limit", "try again in 99999999999 days").orElseThrow().until())
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "try again in 99999999999999999999 hours",
        "try again in 9999999999999 days",
        "retry-after: 99999999999",
        "resets Jan 1, 9999999999"
      })
  void a_time_beyond_all_calendars_names_none(String text) {
    assertThat(AccountFailure.of("rate_limit", List.of(text), NOW, ZoneOffset.UTC))
        .hasValueSatisfying(failure -> assertThat(failure.until()).isEmpty());
  }

  @Test
  void the_more_detailed_text_comes_first() {
    AccountFailure failure =
        failure("rate_limit", "limit; retry after 60 seconds", "try again in 20 minutes")
            .orElseThrow();

    assertThat(failure.until()).contains(NOW + 60_000);
    assertThat(failure.text()).isEqualTo("limit; retry after 60 seconds");
  }

  @Test
  void a_long_text_is_read_in_part_and_kept_in_one_line() {
    String text = "limit\n" + "x".repeat(100_000) + " try again in 20 minutes";

    AccountFailure failure = failure("rate_limit", text).orElseThrow();

    assertThat(failure.until()).isEmpty();
    assertThat(failure.text()).hasSizeLessThanOrEqualTo(200).startsWith("limit x");
  }
}
