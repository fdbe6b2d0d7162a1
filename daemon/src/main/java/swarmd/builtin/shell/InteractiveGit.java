package swarmd.builtin.shell;

import java.util.Optional;
import java.util.Set;
import swarmd.builtin.shell.InteractivePrograms.InteractiveCommand;

/** Git commands that open an editor or prompt for input. */
final class InteractiveGit {
  private static final Set<String> WITH_PATCH_MODE =
      Set.of("add", "checkout", "restore", "reset", "stash", "commit");

  /**
   * Those of git's commands that may wait, one of which is therefore a word of a command that does.
   */
  static final Set<String> COMMANDS =
      Set.of(
          "add",
          "branch",
          "checkout",
          "cherry-pick",
          "citool",
          "clean",
          "commit",
          "config",
          "difftool",
          "gui",
          "merge",
          "mergetool",
          "notes",
          "rebase",
          "reset",
          "restore",
          "revert",
          "stash",
          "tag");

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
          when(
              !hasMessage(git),
              "commit",
              "give the message: git commit -m TEXT or -F FILE; --no-edit keeps the old one");
      case "revert" -> when(opensEditor(git), "revert", "add --no-edit");
      case "merge" -> when(opensEditor(git), "merge", "add --no-edit, in case it makes a commit");
      case "cherry-pick" ->
          when(
              git.hasFlag("-e", "--edit", "--continue"),
              "cherry-pick " + (git.hasFlag("--continue") ? "--continue" : "-e"),
              "prefix it with GIT_EDITOR=true");
      case "add" ->
          when(
              !git.input() && git.hasFlag("--interactive", "-i", "--edit", "-e"),
              "add -i",
              "name the files: git add FILE");
      case "clean" ->
          when(
              !git.input() && git.hasFlag("-i", "--interactive"),
              "clean -i",
              "use git clean -n, then -f");
      case "tag" ->
          when(
              git.hasFlag("-a", "-s", "--annotate", "--sign")
                  && !git.hasLetter("mF")
                  && !git.hasFlag("--message", "--file"),
              "tag -a",
              "give the message: git tag -a NAME -m TEXT");
      case "notes" ->
          when(
              git.hasArgument("add", "edit", "append")
                  && !git.hasLetter("mFcC")
                  && !git.hasFlag("--message", "--file"),
              "notes add",
              "give the text: git notes add -m TEXT");
      case "config" ->
          when(git.hasFlag("--edit", "-e"), "config --edit", "use git config NAME VALUE");
      case "branch" ->
          when(
              git.hasFlag("--edit-description"),
              "branch --edit-description",
              "use git config branch.NAME.description TEXT");
      case "mergetool", "difftool", "gui", "citool" ->
          when(!git.hasFlag("--tool-help"), command, "edit the files, or use git diff");
      default -> Optional.empty();
    };
  }

  /** Of a command that may make a commit, with a message of its own. */
  private static boolean opensEditor(ShellPart git) {
    return git.hasFlag("--edit", "-e", "--continue")
        || !git.hasFlag(
                "--no-edit",
                "--no-commit",
                "--abort",
                "--quit",
                "--skip",
                "--ff-only",
                "--squash",
                "--message",
                "--file",
                "--into-name")
            && !git.hasLetter("nmF");
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
            "--message",
            "--file",
            "--reuse-message",
            "--no-edit",
            "--fixup",
            "--dry-run",
            "--short",
            "--porcelain");
  }

  private static Optional<InteractiveCommand> when(
      boolean waits, String command, String alternative) {
    return waits ? found(command, alternative) : Optional.empty();
  }

  private static Optional<InteractiveCommand> found(String command, String alternative) {
    return Optional.of(new InteractiveCommand("git " + command, alternative));
  }
}
