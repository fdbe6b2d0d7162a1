package swarmd.accounts;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import swarmd.text.Cut;
import swarmd.text.SnakeCase;

/**
 * A host reports that the account of a session cannot work for now.
 *
 * @param until the time that the host names, in epoch milliseconds
 * @param text the host's message, in one line
 */
public record AccountFailure(Cause cause, Optional<Long> until, String text) {
  /** Limits of a month are the longest; a time beyond that is a mistake, or forged. */
  static final Duration LONGEST = Duration.ofDays(31);

  private static final int MAX_TEXT = 200;
  private static final int MAX_READ = 2_000;

  /** Hosts that say no more than this tell the cause in the text that they show. */
  private static final Set<String> VAGUE =
      Set.of("", "unknown", "error", "api_error", "server_error");

  /** Why an account cannot work. */
  public enum Cause {
    RATE_LIMIT("has reached its rate limit"),
    OVERLOADED("is overloaded"),
    UNAUTHORIZED("is not authorized");

    private final String predicate;

    Cause(String predicate) {
      this.predicate = predicate;
    }

    /** The name that is stored and sent. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Cause of(String label) {
      return valueOf(label.toUpperCase(Locale.ROOT));
    }

    /** Continues "account claude …". */
    public String predicate() {
      return predicate;
    }
  }

  private static final Pattern RATE_LIMIT =
      Pattern.compile("rate_limit|too_many_requests|(?<!\\d)429(?!\\d)|quota");
  private static final Pattern OVERLOADED = Pattern.compile("overloaded|(?<!\\d)529(?!\\d)");
  private static final Pattern UNAUTHORIZED =
      Pattern.compile(
          "(?<!\\d)40[13](?!\\d)|unauthori[sz]ed|token_expired|authentication_(?:failed|error)"
              + "|oauth_org_not_allowed|account_on_hold|verification_required|billing_error"
              + "|cloud_credential_error|invalid_api_key");

  /**
   * The cause that a host's word for an error names, such as rate_limit.
   *
   * @param reason in snake case
   */
  public static Optional<Cause> causeIn(String reason) {
    if (RATE_LIMIT.matcher(reason).find()) {
      return Optional.of(Cause.RATE_LIMIT);
    }
    if (OVERLOADED.matcher(reason).find()) {
      return Optional.of(Cause.OVERLOADED);
    }
    return UNAUTHORIZED.matcher(reason).find() ? Optional.of(Cause.UNAUTHORIZED) : Optional.empty();
  }

  private static boolean isSoonAfter(Instant now, Instant time) {
    return time.isAfter(now) && !time.isAfter(now.plus(LONGEST));
  }

  /**
   * Empty if the error is none of the account's.
   *
   * @param error the host's word for it; may be empty
   * @param texts the host's messages about it, the most detailed first
   * @param zone of times that name none
   */
  public static Optional<AccountFailure> of(
      String error, List<String> texts, long now, ZoneId zone) {
    List<String> read = texts.stream().map(text -> Cut.to(MAX_READ, text)).toList();
    String reason = SnakeCase.of(Cut.to(MAX_READ, error));
    Optional<Cause> cause =
        causeIn(reason)
            .or(
                () ->
                    VAGUE.contains(reason)
                        ? read.stream()
                            .flatMap(text -> causeIn(SnakeCase.of(text)).stream())
                            .findFirst()
                        : Optional.empty());
    return cause.map(
        found ->
            new AccountFailure(
                found,
                Stream.concat(read.stream(), Stream.of(error))
                    .flatMap(text -> NamedTime.in(text, Instant.ofEpochMilli(now), zone).stream())
                    .findFirst()
                    .filter(time -> isSoonAfter(Instant.ofEpochMilli(now), time))
                    .map(Instant::toEpochMilli),
                Stream.concat(read.stream(), Stream.of(error))
                    .filter(text -> !text.isBlank())
                    .findFirst()
                    .map(text -> Cut.toLine(MAX_TEXT, text))
                    .orElse("")));
  }
}
