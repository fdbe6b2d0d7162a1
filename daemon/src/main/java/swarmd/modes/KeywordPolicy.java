package swarmd.modes;

import java.util.Locale;
import java.util.Optional;

/** Which orders in prompts count. */
public enum KeywordPolicy {
  ON,
  SLASH,
  OFF;

  /** The policy with this name in the settings. */
  public static KeywordPolicy of(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }

  /** What the prompt orders. The way out of a mode is always open. */
  Optional<Keyword> in(String prompt) {
    return switch (this) {
      case ON -> Keywords.in(prompt);
      case SLASH -> Keywords.command(prompt).or(() -> cancelled(prompt));
      case OFF -> cancelled(prompt);
    };
  }

  private static Optional<Keyword> cancelled(String prompt) {
    return Keywords.in(prompt).filter(Keyword.Cancel.class::isInstance);
  }
}
