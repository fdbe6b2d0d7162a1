package swarmd.builtin.shell;

/**
 * A word of a command.
 *
 * @param text without quotes; what the shell would expand stands there as it was written
 * @param form the same for {@link Expansion}: quoted characters that would otherwise be special
 *     have a backslash, and expansions are marked
 */
record ShellWord(String text, String form) {
  static final char VARIABLE = '\uE000';
  static final char VARIABLE_END = '\uE001';

  /** The value of an expansion that only the shell knows. */
  static final char UNKNOWN = '\uE002';

  private static final String SPECIAL = "\\*?[]{},~";

  /** A word that the shell leaves as it is. */
  static ShellWord literal(String text) {
    StringBuilder form = new StringBuilder();
    text.chars().forEach(c -> appendQuoted(form, (char) c));
    return new ShellWord(text, form.toString());
  }

  static void appendQuoted(StringBuilder form, char c) {
    if (SPECIAL.indexOf(c) >= 0) {
      form.append('\\');
    }
    form.append(isMark(c) ? UNKNOWN : c);
  }

  static boolean isMark(char c) {
    return c >= VARIABLE && c <= UNKNOWN;
  }

  boolean isOption() {
    return text.length() > 1 && text.startsWith("-");
  }

  /** What follows the first characters, which must be plain. */
  ShellWord from(int index) {
    return new ShellWord(text.substring(index), form.substring(Math.min(index, form.length())));
  }

  /** The same word with something plain after it. */
  ShellWord plus(String suffix) {
    return new ShellWord(text + suffix, form + suffix);
  }

  /** The last part of a path. */
  ShellWord name() {
    String path = withoutSlash(text);
    String pathForm = withoutSlash(form);
    return new ShellWord(
        path.substring(path.lastIndexOf('/') + 1),
        pathForm.substring(pathForm.lastIndexOf('/') + 1));
  }

  /** A file in the folder that this word names. */
  ShellWord child(ShellWord name) {
    return new ShellWord(
        withoutSlash(text) + "/" + name.text, withoutSlash(form) + "/" + name.form);
  }

  private static String withoutSlash(String path) {
    return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }

  @Override
  public String toString() {
    return text;
  }
}
