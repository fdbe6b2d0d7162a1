package swarmd.builtin.shell;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What git writes in a work tree. Commands that switch, merge or rebase are left out: git itself
 * keeps them from overwriting what is not committed.
 */
final class GitWrites {
  private static final ShellWord HERE = new ShellWord(".", ".");

  private GitWrites() {}

  static void read(StepWrites all) {
    Optional<ShellPart> git = GitCommand.in(all.part());
    if (git.isEmpty()) {
      return;
    }
    StepWrites writes = GitCommand.folder(all.part()).map(all::in).orElse(all);
    List<ShellWord> words = git.get().all().subList(1, git.get().all().size());
    switch (git.get().all().get(0).text()) {
      case "checkout" -> checkout(writes, words);
      case "restore" -> restore(writes, words);
      case "switch" -> {
        if (has(words, "-f", "--force", "--discard-changes")) {
          writes.inWorkTree().changes(HERE);
        }
      }
      case "reset" -> {
        if (has(words, "--hard")) {
          writes.inWorkTree().changes(HERE);
        }
      }
      case "clean" -> clean(writes, words);
      case "stash" -> stash(writes, words);
      case "checkout-index" -> checkoutIndex(writes, words);
      case "read-tree" -> {
        if (has(words, "--reset") && has(words, "-u")) {
          writes.inWorkTree().changes(HERE);
        }
      }
      case "worktree" -> worktree(writes, words);
      case "rm" -> remove(writes, words);
      case "mv" -> WritingPrograms.moved(writes, Arguments.of(words, "", ""));
      case "apply", "am" -> apply(writes, words);
      case "merge-file" ->
          Arguments.of(words, "L", "").operands().stream().limit(1).forEach(writes::file);
      case "diff", "log", "show", "archive" ->
          writes.files(Arguments.of(words, "o", "--output").values("-o", "--output"));
      case "format-patch" ->
          Arguments.of(words, "o", "--output-directory")
              .value("-o", "--output-directory")
              .ifPresent(writes::into);
      default -> {}
    }
  }

  private static boolean has(List<ShellWord> words, String... any) {
    Set<String> options = Set.of(any);
    return words.stream().map(ShellWord::text).anyMatch(options::contains);
  }

  private static int dashes(List<ShellWord> words) {
    return words.stream().map(ShellWord::text).toList().indexOf("--");
  }

  private static void checkout(StepWrites writes, List<ShellWord> words) {
    if (has(words, "-f", "--force")) {
      writes.inWorkTree().changes(HERE);
    }
    if (has(words, "-b", "-B", "--orphan", "-t", "--track", "--detach")) {
      return;
    }
    int dashes = dashes(words);
    Stream<ShellWord> before =
        words.stream().limit(dashes < 0 ? words.size() : dashes).filter(word -> !word.isOption());
    if (dashes >= 0) {
      paths(writes, words.subList(dashes + 1, words.size()), before.findAny().isPresent());
    } else {
      List<ShellWord> operands = before.toList();
      paths(writes, operands, operands.size() > 1);
    }
  }

  /**
   * @param fromCommit whether files that nobody has changed are replaced as well
   */
  private static void paths(StepWrites writes, List<ShellWord> paths, boolean fromCommit) {
    for (ShellWord path : paths) {
      Optional<Pathspec> pathspec = Pathspec.of(path);
      if (pathspec.isPresent()) {
        pathspec.get().writtenBy(writes, fromCommit);
      } else {
        writes.file(path);
        if (fromCommit) {
          writes.tree(path);
        } else {
          writes.changes(path);
        }
      }
    }
  }

  private static void restore(StepWrites writes, List<ShellWord> words) {
    Arguments arguments = Arguments.of(words, "s", "--source");
    boolean onlyIndex = arguments.has("--staged", "-S") && !arguments.has("--worktree", "-W");
    if (!onlyIndex) {
      paths(writes, arguments.operands(), arguments.has("-s", "--source"));
    }
  }

  private static void clean(StepWrites writes, List<ShellWord> words) {
    Arguments arguments = Arguments.of(words, "e", "--exclude");
    if (arguments.has("-f", "--force") && !arguments.has("-n", "--dry-run")) {
      List<ShellWord> paths = arguments.operands();
      paths(writes, paths.isEmpty() ? List.of(HERE) : paths, false);
    }
  }

  private static void stash(StepWrites writes, List<ShellWord> words) {
    String verb = words.isEmpty() || words.get(0).isOption() ? "push" : words.get(0).text();
    if (!verb.equals("push") && !verb.equals("save")) {
      return;
    }
    Arguments arguments = Arguments.of(words, "m", "--message");
    List<ShellWord> paths =
        arguments.operands().stream().filter(word -> !word.text().matches("push|save")).toList();
    if (paths.isEmpty() || verb.equals("save")) {
      writes.inWorkTree().changes(HERE);
    } else {
      paths(writes, paths, false);
    }
  }

  private static void checkoutIndex(StepWrites writes, List<ShellWord> words) {
    Arguments arguments = Arguments.of(words, "", "--prefix --stage");
    if (arguments.has("-f", "--force") && arguments.value("--prefix").isEmpty()) {
      boolean all = arguments.has("-a", "--all");
      paths(all ? writes.inWorkTree() : writes, all ? List.of(HERE) : arguments.operands(), false);
    }
  }

  private static void remove(StepWrites writes, List<ShellWord> words) {
    Arguments arguments = Arguments.of(words, "", "");
    if (!arguments.has("--cached", "-n", "--dry-run")) {
      paths(writes, arguments.operands(), true);
    }
  }

  /** Removing or moving a worktree takes its files away. */
  private static void worktree(StepWrites writes, List<ShellWord> words) {
    if (words.isEmpty() || !words.get(0).text().matches("remove|move")) {
      return;
    }
    Arguments.of(words.subList(1, words.size()), "", "").operands().forEach(writes::tree);
  }

  private static void apply(StepWrites writes, List<ShellWord> words) {
    Arguments arguments = Arguments.of(words, "pC", "--directory --exclude --include");
    boolean reads =
        arguments.has("--check", "--stat", "--numstat", "--summary")
            || arguments.has("--cached")
            || arguments.has("--abort", "--skip", "--continue", "--show-current-patch");
    if (!reads) {
      WritingPrograms.patches(writes, writes, arguments.operands());
      WritingPrograms.patches(writes.inWorkTree(), writes, arguments.operands());
    }
  }
}
