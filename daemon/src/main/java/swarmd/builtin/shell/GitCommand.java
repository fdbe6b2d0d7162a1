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
    List<String> words = part.arguments();
    int at = 0;
    while (at < words.size() && words.get(at).startsWith("-")) {
      at += WITH_VALUE.contains(words.get(at)) ? 2 : 1;
    }
    return at >= words.size()
        ? Optional.empty()
        : Optional.of(new ShellPart(words.subList(at, words.size()), part.input(), part.output()));
  }
}
