package swarmd.accounts;

import java.time.Duration;
import java.util.Optional;
import swarmd.accounts.AccountFailure.Cause;

/**
 * The sessions of an account get no tasks for some time. Times are epoch milliseconds.
 *
 * @param account its label
 * @param since when the first of its sessions stopped
 * @param named whether the host has named the time
 * @param waits how often in a row it has not
 * @param text the host's last message
 */
public record AccountPause(
    String account, Cause cause, long since, long until, boolean named, int waits, String text) {

  private static final Duration LONGEST_WAIT = Duration.ofMinutes(60);

  /** A failure that long after the last pause is another trouble. */
  private static final Duration FORGOTTEN = Duration.ofHours(2);

  /**
   * The pause after another failure. A time that the host names counts; otherwise each wait is
   * twice as long as the one before, from one minute to an hour. Sessions that stop while the
   * account is paused hit the same wall, so they make no wait longer.
   */
  static AccountPause after(
      Optional<AccountPause> last, String account, AccountFailure failure, long now) {
    Optional<AccountPause> before = last.filter(pause -> now - pause.until < FORGOTTEN.toMillis());
    Optional<AccountPause> current = before.filter(pause -> !pause.isOver(now));
    int waits = before.map(AccountPause::waits).orElse(0);
    long since = current.map(AccountPause::since).orElse(now);
    if (failure.until().isPresent()) {
      long until =
          current
              .filter(AccountPause::named)
              .map(pause -> Math.max(pause.until, failure.until().get()))
              .orElse(failure.until().get());
      return new AccountPause(account, failure.cause(), since, until, true, waits, failure.text());
    }
    return current.orElseGet(
        () ->
            new AccountPause(
                account,
                failure.cause(),
                now,
                now + wait(waits + 1).toMillis(),
                false,
                waits + 1,
                failure.text()));
  }

  /** Of the number of waits in a row: 1, 2, 4, … minutes. */
  static Duration wait(int number) {
    Duration wait = Duration.ofMinutes(1L << Math.min(number - 1, 10));
    return wait.compareTo(LONGEST_WAIT) < 0 ? wait : LONGEST_WAIT;
  }

  public boolean isOver(long now) {
    return until <= now;
  }
}
