package swarmd.builtin.shell;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Optional;

/**
 * An untrusted regular expression. Java's own engine can backtrack forever; RE2 takes time linear
 * in the text, as long as the expression is small.
 */
record LinearPattern(Pattern pattern) {
  private static final int MAX_STEPS = 1_000;

  /** Limit on nested repetitions, which are unfolded while the pattern is compiled. */
  private static final long MAX_UNFOLDED = 100_000;

  private static final java.util.regex.Pattern REPETITION =
      java.util.regex.Pattern.compile("\\{(?:\\d{1,4},)?(\\d{1,4}),?}");

  /** Empty if the expression is invalid or too large. */
  static Optional<LinearPattern> of(String regex) {
    if (unfoldedSize(regex) > MAX_UNFOLDED) {
      return Optional.empty();
    }
    try {
      Pattern pattern = Pattern.compile(regex);
      return pattern.programSize() > MAX_STEPS
          ? Optional.empty()
          : Optional.of(new LinearPattern(pattern));
    } catch (PatternSyntaxException e) {
      return Optional.empty();
    }
  }

  /** An upper bound on the compiled size: assumes that every count is nested in all others. */
  private static double unfoldedSize(String regex) {
    return REPETITION
        .matcher(regex)
        .results()
        .mapToDouble(count -> Double.parseDouble(count.group(1)))
        .reduce(regex.length(), (all, count) -> all * Math.max(1, count));
  }

  boolean isFoundIn(String text) {
    return pattern.matcher(text).find();
  }
}
