package swarmd.builtin.shell;

import java.util.Optional;
import java.util.Set;
import swarmd.builtin.shell.InteractivePrograms.InteractiveCommand;

/** Git commands that open an editor or prompt for input. */
final class InteractiveGit {
  private static final Set<String> WITH_PATCH_MODE =
      Set.of("add", "checkout", "restore", "reset", "stash", "commit");

  private InteractiveGit() {}

  static Optional<InteractiveCommand> find(ShellPart part) {
    return GitCommand.in(part).flatMap(InteractiveGit::findIn);
  }

  private static Optional<InteractiveCommand> findIn(ShellPart git) {
    String command = git.words().get(0);
    if (WITH_PATCH_MODE.contains(command)
        && !git.input()
        && git.hasFlag("--patch", "-p")
        && !git.hasArgument("show", "list")) {
      return found(command + " -p", "name the files: git " + command + " FILE");
    }
    return switch (command) {
      case "rebase" -> rebase(git);
      case "commit" ->
          hasMessage(git)
              ? Optional.empty()
              : found(
                  "commit",
                  "give the message: git commit -m TEXT or -F FILE; --no-edit keeps the old one");
      case "add" ->
          !git.input() && git.hasFlag("--interactive", "-i", "--edit", "-e")
              ? found("add -i", "name the files: git add FILE")
              : Optional.empty();
      case "tag" ->
          git.hasFlag("-a", "-s", "--annotate", "--sign")
                  && !git.hasLetter("mF")
                  && !git.hasFlag("--message", "--file")
              ? found("tag -a", "give the message: git tag -a NAME -m TEXT")
              : Optional.empty();
      case "config" ->
          git.hasFlag("--edit", "-e")
              ? found("config --edit", "use git config NAME VALUE")
              : Optional.empty();
      case "mergetool", "difftool", "gui", "citool" ->
          found(command, "edit the files, or use git diff");
      default -> Optional.empty();
    };
  }

  private static Optional<InteractiveCommand> rebase(ShellPart git) {
    if (git.hasFlag("-i", "--interactive", "--edit-todo")) {
      return found(
          "rebase -i",
          "set GIT_SEQUENCE_EDITOR to a script, or use git rebase"
              + " --autosquash, reset --soft or cherry-pick");
    }
    return git.hasFlag("--continue")
        ? found("rebase --continue", "prefix it with GIT_EDITOR=true")
        : Optional.empty();
  }

  private static boolean hasMessage(ShellPart git) {
    return git.hasLetter("mFC")
        || git.hasFlag(
            "--message", "--file", "--reuse-message", "--no-edit", "--fixup", "--dry-run");
  }

  private static Optional<InteractiveCommand> found(String command, String alternative) {
    return Optional.of(new InteractiveCommand("git " + command, alternative));
  }
}
