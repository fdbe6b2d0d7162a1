package swarmd.userhooks;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How much matching one event may cost. A regular expression can take longer than the universe has
 * lasted, so every character it looks at is paid for.
 */
public final class MatchBudget {
  /** A few milliseconds. */
  static final int READS = 1_000_000;

  private int left;

  public MatchBudget(int reads) {
    left = reads;
  }

  /** For one event. */
  public static MatchBudget full() {
    return new MatchBudget(READS);
  }

  /** Whether the pattern is found in the text; empty if that cannot be said in time. */
  public Optional<Boolean> finds(Pattern pattern, String text) {
    return left <= 0 ? Optional.empty() : tried(() -> pattern.matcher(new Paid(text)).find());
  }

  /** Whether the pattern is the whole text; empty if that cannot be said in time. */
  public Optional<Boolean> matches(Pattern pattern, String text) {
    return left <= 0 ? Optional.empty() : tried(() -> pattern.matcher(new Paid(text)).matches());
  }

  private static Optional<Boolean> tried(Attempt attempt) {
    try {
      return Optional.of(attempt.run());
    } catch (UsedUp | StackOverflowError e) { // a group repeated over a long text nests as deep
      return Optional.empty();
    }
  }

  private interface Attempt {
    boolean run();
  }

  private final class Paid implements CharSequence {
    private final String text;

    Paid(String text) {
      this.text = text;
    }

    @Override
    public char charAt(int index) {
      if (--left < 0) {
        throw new UsedUp();
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return new Paid(text.substring(start, end));
    }

    @Override
    public String toString() {
      return text;
    }
  }

  private static final class UsedUp extends RuntimeException {
    private static final long serialVersionUID = 1;

    UsedUp() {
      super(null, null, false, false);
    }
  }
}
