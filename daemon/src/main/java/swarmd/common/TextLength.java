package swarmd.common;

import java.util.Optional;

/** How many characters a field allows; a text that needs at least one must not be blank either. */
public record TextLength(String field, int min, int max) {

  public static TextLength upTo(int max, String field) {
    return new TextLength(field, 0, max);
  }

  public static TextLength notBlank(int max, String field) {
    return new TextLength(field, 1, max);
  }

  /**
   * Returns the value if it is allowed.
   *
   * @throws InvalidValue if the text is blank or too long
   */
  public String check(String text) {
    if (min > 0 && text.isBlank()) {
      throw new InvalidValue(field, "must not be blank");
    }
    if (text.length() > max) {
      throw new InvalidValue(field, "is longer than " + max + " characters");
    }
    return text;
  }

  /**
   * Returns the value if it is allowed.
   *
   * @throws InvalidValue if there is a text that is blank or too long
   */
  public Optional<String> check(Optional<String> text) {
    text.ifPresent(this::check);
    return text;
  }
}
