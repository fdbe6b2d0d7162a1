package swarmd.userhooks;

import java.util.Optional;
import java.util.regex.Pattern;
import swarmd.files.Glob;

/**
 * How much matching one event may cost. A regular expression of Java's can take exponential time,
 * so it pays for every character it reads. A glob takes linear time and pays in advance.
 */
public final class MatchBudget {
  /** A few milliseconds. */
  static final int STEPS = 1_000_000;

  private long left;

  public MatchBudget(long steps) {
    left = steps;
  }

  /** The budget of one event. */
  public static MatchBudget full() {
    return new MatchBudget(STEPS);
  }

  /** Whether the pattern is found in the text; empty if the budget does not suffice. */
  public Optional<Boolean> finds(Pattern pattern, String text) {
    return left <= 0 ? Optional.empty() : tried(() -> pattern.matcher(new Paid(text)).find());
  }

  /** Whether the pattern matches the whole text; empty if the budget does not suffice. */
  public Optional<Boolean> matches(Pattern pattern, String text) {
    return left <= 0 ? Optional.empty() : tried(() -> pattern.matcher(new Paid(text)).matches());
  }

  /** Whether the glob matches the path; empty if the budget does not suffice. */
  public Optional<Boolean> matches(Glob glob, String path) {
    long steps = glob.steps(path);
    if (steps > left) {
      return Optional.empty();
    }
    left -= steps;
    return Optional.of(glob.matches(path));
  }

  private static Optional<Boolean> tried(Attempt attempt) {
    try {
      return Optional.of(attempt.run());
    } catch (UsedUp | StackOverflowError e) { // a repeated group recurses over a long text
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
