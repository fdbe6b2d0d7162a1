package swarmd.builtin.shell;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Splits a git command from git's own options. */
final class GitCommand {
  private static final Set<String> WITH_VALUE =
      Set.of("-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path");

  private GitCommand() {}

  /** Git's command and its arguments, without the options before it; empty if it is not git. */
  static Optional<ShellPart> in(ShellPart part) {
    if (!part.program().equals("git")) {
      return Optional.empty();
    }
    int at = start(part.operands());
    List<ShellWord> words = part.operands();
    return at >= words.size()
        ? Optional.empty()
        : Optional.of(part.withWords(words.subList(at, words.size())));
  }

  /** The folder in which `git -C` runs; empty if it is another program. */
  static Optional<ShellWord> folder(ShellPart part) {
    if (!part.program().equals("git")) {
      return Optional.empty();
    }
    List<ShellWord> words = part.operands();
    int end = Math.min(start(words), words.size());
    for (int i = 0; i + 1 < end; i++) {
      if (words.get(i).text().equals("-C")) {
        return Optional.of(words.get(i + 1));
      }
    }
    return Optional.empty();
  }

  private static int start(List<ShellWord> words) {
    int at = 0;
    while (at < words.size() && words.get(at).text().startsWith("-")) {
      at += WITH_VALUE.contains(words.get(at).text()) ? 2 : 1;
    }
    return at;
  }
}
