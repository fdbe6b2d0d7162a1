package swarmd.builtin.shell;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A path as git itself reads it: with wildcards that the shell has left alone, which match in every
 * folder below, or with magic words before it.
 *
 * @param top whether it counts from the top of the work tree
 * @param excluded whether it takes away from the others
 * @param folder in which it begins to match; empty for the folder it counts from
 * @param names of the files that match, at least; empty for all
 */
record Pathspec(boolean top, boolean excluded, String folder, List<String> names) {
  private static final Pattern MAGIC = Pattern.compile("^:(?:\\(([a-z,:]*+)\\)|([/!^]++):?)");
  private static final Pattern WILDCARD = Pattern.compile("[*?\\[]");

  /** Empty for a plain path, and for what the shell expands. */
  static Optional<Pathspec> of(ShellWord word) {
    if (word.form().chars().anyMatch(c -> ShellWord.isMark((char) c))) {
      return Optional.empty();
    }
    String text = word.text();
    Matcher magic = MAGIC.matcher(text);
    if (magic.find()) {
      String words = magic.group(1) == null ? "" : magic.group(1);
      String signs = magic.group(2) == null ? "" : magic.group(2);
      return Optional.of(
          of(
              words.contains("top") || signs.contains("/"),
              words.contains("exclude") || signs.matches(".*[!^].*"),
              text.substring(magic.end()),
              !words.contains("literal")));
    }
    boolean quoted = word.equals(ShellWord.literal(text));
    return quoted && WILDCARD.matcher(text).find()
        ? Optional.of(of(false, false, text, true))
        : Optional.empty();
  }

  private static Pathspec of(boolean top, boolean excluded, String path, boolean wildcards) {
    Matcher wildcard = WILDCARD.matcher(path);
    if (!wildcards || !wildcard.find()) {
      return new Pathspec(top, excluded, path, List.of());
    }
    String folder = path.substring(0, path.lastIndexOf('/', wildcard.start()) + 1);
    String name = path.substring(path.lastIndexOf('/') + 1);
    return new Pathspec(top, excluded, folder, name.isEmpty() ? List.of() : List.of(name));
  }

  /**
   * @param all whether files that nobody has changed are replaced as well
   */
  void writtenBy(StepWrites command, boolean all) {
    if (excluded) {
      return;
    }
    StepWrites writes = top ? command.inWorkTree() : command;
    ShellWord start = folder.isEmpty() ? new ShellWord(".", ".") : ShellWord.literal(folder);
    if (names.isEmpty() && !folder.isEmpty()) {
      writes.file(start);
    }
    if (all) {
      writes.tree(start, names);
    } else {
      writes.changes(start, names);
    }
  }
}
