package swarmd.common;

import java.util.Optional;

/**
 * How many characters a field allows; a text that needs at least one must not be blank either. No
 * text has the character U+0000, which PostgreSQL cannot store.
 */
public record TextLength(String field, int min, int max, boolean oneLine) {

  public static TextLength upTo(int max, String field) {
    return new TextLength(field, 0, max, false);
  }

  public static TextLength notBlank(int max, String field) {
    return new TextLength(field, 1, max, false);
  }

  /** For names, which stand in the middle of swarmd's own lines. */
  public TextLength onOneLine() {
    return new TextLength(field, min, max, true);
  }

  /**
   * Returns the value if it is allowed.
   *
   * @throws InvalidValue if the text is blank, too long or has a character that is not allowed
   */
  public String check(String text) {
    if (min > 0 && text.isBlank()) {
      throw new InvalidValue(field, "must not be blank");
    }
    if (lengthOf(text) > max) {
      throw new InvalidValue(field, "is longer than " + max + " characters");
    }
    if (text.indexOf('\0') >= 0) {
      throw new InvalidValue(field, "must not contain the character U+0000");
    }
    if (hasHalfCharacter(text)) {
      throw new InvalidValue(field, "must not contain half of a surrogate pair");
    }
    if (oneLine && text.codePoints().anyMatch(TextLength::isHidden)) {
      throw new InvalidValue(field, "must not contain line breaks or hidden characters");
    }
    return text;
  }

  /** In characters, of which some take two places in a string. */
  public static int lengthOf(String text) {
    return text.codePointCount(0, text.length());
  }

  /** JSON can escape it, but no encoding can store it. */
  private static boolean hasHalfCharacter(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (!Character.isSupplementaryCodePoint(text.codePointAt(i))) {
          return true;
        }
        i++;
      }
    }
    return false;
  }

  private static boolean isHidden(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
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
