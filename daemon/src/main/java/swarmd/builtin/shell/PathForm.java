package swarmd.builtin.shell;

import java.util.Optional;

/** Reads the form of a path: a name, or a pattern with wildcards. */
final class PathForm {
  private PathForm() {}

  /** The path itself; empty if it has wildcards or an unknown part. */
  static Optional<String> literal(String form) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < form.length(); i++) {
      char c = form.charAt(i);
      if (c == ShellWord.UNKNOWN || "*?[".indexOf(c) >= 0) {
        return Optional.empty();
      }
      if (c == '\\' && i + 1 < form.length()) {
        c = form.charAt(++i);
      }
      path.append(c);
    }
    return Optional.of(path.toString());
  }

  static boolean hasWildcards(String form) {
    for (int i = 0; i < form.length(); i++) {
      if (form.charAt(i) == '\\') {
        i++;
      } else if ("*?[".indexOf(form.charAt(i)) >= 0) {
        return true;
      }
    }
    return false;
  }
}
