package swarmd.modes;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import swarmd.common.Lazy;

/**
 * A regular expression that is compiled when it is first used. The vocabulary of orders is large,
 * and most prompts need none of it.
 */
final class LazyPattern {
  private final Lazy<Pattern> pattern;

  private LazyPattern(String[] parts) {
    pattern = Lazy.of(() -> Pattern.compile(String.join("", parts)));
  }

  static LazyPattern of(String... parts) {
    return new LazyPattern(parts.clone());
  }

  Matcher matcher(CharSequence text) {
    return pattern.get().matcher(text);
  }

  boolean isIn(CharSequence text) {
    return matcher(text).find();
  }
}
