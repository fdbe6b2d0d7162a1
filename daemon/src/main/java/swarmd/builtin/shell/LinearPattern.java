package swarmd.builtin.shell;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Optional;

/**
 * A regular expression of a stranger's. Java's own may try for ever without looking at a single
 * character; these take a time that grows with the text alone, as long as they are small.
 */
record LinearPattern(Pattern pattern) {
  private static final int MAX_STEPS = 1_000;

  /** What repetitions within repetitions may come to while it is made. */
  private static final long MAX_UNFOLDED = 100_000;

  private static final java.util.regex.Pattern COUNT =
      java.util.regex.Pattern.compile("\\{(?:\\d{1,4},)?(\\d{1,4}),?}");

  /** Empty if it is none, or too large. */
  static Optional<LinearPattern> of(String regex) {
    if (unfolded(regex) > MAX_UNFOLDED) {
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

  /** At most so many steps, as if each count stood within all others. */
  private static double unfolded(String regex) {
    return COUNT
        .matcher(regex)
        .results()
        .mapToDouble(count -> Double.parseDouble(count.group(1)))
        .reduce(regex.length(), (all, count) -> all * Math.max(1, count));
  }

  boolean isIn(String text) {
    return pattern.matcher(text).find();
  }
}
