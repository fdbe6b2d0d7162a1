package swarmd.userhooks;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import swarmd.files.Glob;

/** Selects the events that a group of hooks runs for. */
public sealed interface HookMatcher {
  HookMatcher ALL = new All();

  Pattern NAMES = Pattern.compile("[\\w-]+(?:\\s*+\\|\\s*+[\\w-]+)*+");

  boolean matches(MatchSubject subject);

  /** The matcher as it was written. */
  String text();

  /**
   * Reads a string: exact names joined by |, or a regular expression to search for.
   *
   * @throws PatternSyntaxException if it is neither
   */
  static HookMatcher of(String text) {
    String trimmed = text.strip();
    if (isAll(trimmed)) {
      return ALL;
    }
    return NAMES.matcher(trimmed).matches()
        ? new Names(trimmed, names(trimmed))
        : new Regex(trimmed, Pattern.compile(trimmed));
  }

  private static boolean isAll(String text) {
    return text.isEmpty() || text.equals("*");
  }

  private static Set<String> names(String text) {
    return Arrays.stream(text.split("\\|")).map(String::strip).collect(Collectors.toSet());
  }

  /** Matches everything. */
  record All() implements HookMatcher {
    @Override
    public boolean matches(MatchSubject subject) {
      return true;
    }

    @Override
    public String text() {
      return "*";
    }
  }

  /** Matches these names exactly. */
  record Names(String text, Set<String> names) implements HookMatcher {
    @Override
    public boolean matches(MatchSubject subject) {
      return !subject.hasValue() || subject.value().filter(names::contains).isPresent();
    }
  }

  /** Matches every value that contains the pattern. */
  record Regex(String text, Pattern pattern) implements HookMatcher {
    @Override
    public boolean matches(MatchSubject subject) {
      return !subject.hasValue()
          || subject.value().filter(value -> subject.finds(pattern, value)).isPresent();
    }
  }

  /** Every part must match; a part that the event does not have does not match. */
  record Parts(Optional<Tools> tools, Optional<Paths> paths, Optional<Commands> commands)
      implements HookMatcher {

    @Override
    public boolean matches(MatchSubject subject) {
      return tools.filter(part -> !part.matches(subject)).isEmpty()
          && paths.filter(part -> !part.matches(subject)).isEmpty()
          && commands.filter(part -> !part.matches(subject)).isEmpty();
    }

    @Override
    public String text() {
      StringJoiner text = new StringJoiner(", ");
      tools.ifPresent(part -> text.add("tools " + part.text));
      paths.ifPresent(part -> text.add("paths " + part.text));
      commands.ifPresent(part -> text.add("commands " + part.text));
      return text.toString();
    }
  }

  /**
   * Names joined by |, or a regular expression for the whole name.
   *
   * @param pattern absent if the text is not a regular expression
   */
  record Tools(String text, Set<String> names, Optional<Pattern> pattern) {

    static Tools of(String text) {
      return new Tools(text, HookMatcher.names(text), compiled(isAll(text) ? ".*" : text));
    }

    private static Optional<Pattern> compiled(String text) {
      try {
        return Optional.of(Pattern.compile(text));
      } catch (PatternSyntaxException e) {
        return Optional.empty();
      }
    }

    boolean matches(MatchSubject subject) {
      return subject
          .tool()
          .filter(
              tool ->
                  names.contains(tool)
                      || pattern.filter(regex -> subject.matches(regex, tool)).isPresent())
          .isPresent();
    }
  }

  /** A glob. */
  record Paths(String text, Glob glob) {
    boolean matches(MatchSubject subject) {
      return subject.paths().stream().anyMatch(path -> subject.matches(glob, path));
    }
  }

  /** A regular expression to search for in the command line. */
  record Commands(String text, Pattern pattern) {

    static Commands of(String text) {
      return new Commands(text, isAll(text) ? ANY : Pattern.compile(text));
    }

    boolean matches(MatchSubject subject) {
      return subject.command().filter(line -> subject.finds(pattern, line)).isPresent();
    }
  }

  Pattern ANY = Pattern.compile("");
}
