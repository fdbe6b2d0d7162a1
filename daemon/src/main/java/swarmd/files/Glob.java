package swarmd.files;

import com.google.re2j.Pattern;
import java.util.Optional;

/**
 * A pattern for paths, by git's rules plus braces:
 *
 * <ul>
 *   <li>{@code *} and {@code ?} match within one name, names that begin with a dot included.
 *   <li>{@code **} as a whole name matches any number of folders, including none; at the end it
 *       matches everything inside. Elsewhere it means the same as {@code *}.
 *   <li>{@code [a-c]}, {@code [!a]} and {@code [^a]} match one character, never a slash.
 *   <li><code>{a,b}</code> matches either alternative; braces can be nested.
 *   <li>{@code \} takes the next character literally.
 *   <li>Matching is case-sensitive and takes linear time.
 * </ul>
 */
public final class Glob {
  /** The longest path that Linux opens; a longer glob could match none. */
  private static final int MAX_LENGTH = 4096;

  private final String text;
  private final boolean nameOnly;
  private final Pattern pattern;
  private final String head;
  private final String tail;

  private Glob(String text, boolean nameOnly, GlobTranslation translation) {
    this.text = text;
    this.nameOnly = nameOnly;
    pattern = Pattern.compile(translation.regex(), Pattern.DOTALL);
    head = translation.head();
    tail = translation.tail();
  }

  /** A glob of whole paths; empty if the text is not a valid glob. */
  public static Optional<Glob> of(String text) {
    return parsed(text, false);
  }

  /** A glob that matches in any folder if it has no slash, as in .gitignore. */
  public static Optional<Glob> inAnyFolder(String text) {
    return parsed(text, text.indexOf('/') < 0);
  }

  private static Optional<Glob> parsed(String text, boolean nameOnly) {
    return text.isBlank() || text.length() > MAX_LENGTH
        ? Optional.empty()
        : GlobTranslation.of(text).map(translation -> new Glob(text, nameOnly, translation));
  }

  /** The glob as it was written. */
  public String text() {
    return text;
  }

  public boolean matches(String path) {
    String subject = subject(path);
    return mayMatch(subject) && pattern.matches(subject);
  }

  /** An upper bound of the steps that matching takes, about 10 ns each. */
  public long steps(String path) {
    String subject = subject(path);
    return mayMatch(subject) ? (long) pattern.programSize() * (subject.length() + 1) : 1;
  }

  private String subject(String path) {
    return nameOnly ? path.substring(path.lastIndexOf('/') + 1) : path;
  }

  /** Rules out most paths at a small fraction of the cost of the regular expression. */
  private boolean mayMatch(String subject) {
    return subject.startsWith(head) && subject.endsWith(tail);
  }
}
