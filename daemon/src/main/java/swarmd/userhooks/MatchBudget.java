package swarmd.userhooks;

import java.util.Optional;
import java.util.regex.Pattern;
import swarmd.files.Glob;

/**
 * Limits the cost of matching one event. Java's regular expressions can take exponential time, so
 * they pay for every character they read. A glob takes linear time and pays in advance.
 */
public final class MatchBudget {
  /** Takes a few milliseconds. */
  static final int STEPS = 1_000_000;

  private long left;

  public MatchBudget(long steps) {
    left = steps;
  }

  /** The budget of one event. */
  public static MatchBudget full() {
    return new MatchBudget(STEPS);
  }

  /** Whether the pattern is found in the text; empty if the budget is too small. */
  public Optional<Boolean> finds(Pattern pattern, String text) {
    return left <= 0
        ? Optional.empty()
        : attempt(() -> pattern.matcher(new MeteredText(text)).find());
  }

  /** Whether the pattern matches the whole text; empty if the budget is too small. */
  public Optional<Boolean> matches(Pattern pattern, String text) {
    return left <= 0
        ? Optional.empty()
        : attempt(() -> pattern.matcher(new MeteredText(text)).matches());
  }

  /** Whether the glob matches the path; empty if the budget is too small. */
  public Optional<Boolean> matches(Glob glob, String path) {
    long steps = glob.steps(path);
    if (steps > left) {
      return Optional.empty();
    }
    left -= steps;
    return Optional.of(glob.matches(path));
  }

  private static Optional<Boolean> attempt(Attempt action) {
    try {
      return Optional.of(action.run());
    } catch (BudgetExceeded | StackOverflowError e) { // a repeated group recurses over a long text
      return Optional.empty();
    }
  }

  private interface Attempt {
    boolean run();
  }

  private final class MeteredText implements CharSequence {
    private final String text;

    MeteredText(String text) {
      this.text = text;
    }

    @Override
    public char charAt(int index) {
      if (--left < 0) {
        throw new BudgetExceeded();
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return new MeteredText(text.substring(start, end));
    }

    @Override
    public String toString() {
      return text;
    }
  }

  private static final class BudgetExceeded extends RuntimeException {
    private static final long serialVersionUID = 1;

    BudgetExceeded() {
      super(null, null, false, false);
    }
  }
}
