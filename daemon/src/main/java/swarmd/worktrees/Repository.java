package swarmd.worktrees;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import swarmd.sessions.WorkTree;
import swarmd.worktrees.Git.Failed;
import swarmd.worktrees.Git.Result;

/** A git repository with a main work tree, and what tasks need of it. All methods block. */
final class Repository {
  private static final String HEADS = "refs/heads/";

  /** While git makes a worktree, it is locked with this reason. */
  private static final String UNFINISHED = "initializing";

  private final Git git;
  private final Path main;
  private final List<String> options;

  private Repository(Git git, Path main, List<String> options) {
    this.git = git;
    this.main = main;
    this.options = options;
  }

  /** The repository whose main work tree this is; fails with what is missing. */
  static Repository at(Git git, Path main) throws Failed {
    if (WorkTree.around(main).filter(tree -> tree.top().equals(main)).isEmpty()) {
      throw new Failed(
          isBare(main)
              ? bare(main)
              : main + " is not in a git repository; a worktree needs one: git init");
    }
    Result bare = git.attempt(main, List.of(), "config", "--type=bool", "core.bare");
    if (bare.line().equals("true")) {
      throw new Failed(bare(main));
    }
    return new Repository(git, main, RepositoryConfig.options(git, main));
  }

  private static boolean isBare(Path folder) {
    return Files.isRegularFile(folder.resolve("HEAD"))
        && Files.isDirectory(folder.resolve("objects"))
        && Files.isDirectory(folder.resolve("refs"));
  }

  private static String bare(Path folder) {
    return folder + " is a bare repository, without the main work tree that tasks land in";
  }

  Path main() {
    return main;
  }

  /** The branch that the main work tree has checked out, with at least one commit. */
  String currentBranch() throws Failed {
    Result head = git.attempt(main, options, "symbolic-ref", "--quiet", "--short", "HEAD");
    if (!head.ok()) {
      throw new Failed(
          main + " has no branch checked out, so nothing could land there; run: git switch BRANCH");
    }
    if (tip(head.line()).isEmpty()) {
      throw new Failed(main + " has no commits yet; make the first one: git commit");
    }
    return head.line();
  }

  /** The newest commit of a branch of this repository. */
  Optional<String> tip(String branch) throws Failed {
    return commit(HEADS + branch);
  }

  /** A branch that was fetched from elsewhere. */
  Optional<String> remoteTip(String branch) throws Failed {
    List<String> refs =
        git.run(main, options, "for-each-ref", "--format=%(refname)", "refs/remotes")
            .out()
            .lines()
            .filter(ref -> ref.endsWith("/" + branch))
            .toList();
    return refs.isEmpty() ? Optional.empty() : commit(refs.get(0));
  }

  private Optional<String> commit(String ref) throws Failed {
    Result found =
        git.attempt(main, options, "rev-parse", "--verify", "--quiet", ref + "^{commit}");
    return found.ok() ? Optional.of(found.line()) : Optional.empty();
  }

  String head(Path tree) throws Failed {
    return git.run(tree, options, "rev-parse", "--verify", "HEAD^{commit}").line();
  }

  boolean contains(String descendant, String ancestor) throws Failed {
    Result found = git.attempt(main, options, "merge-base", "--is-ancestor", ancestor, descendant);
    if (found.code() > 1) {
      throw new Failed("git merge-base failed: " + found.problem());
    }
    return found.ok();
  }

  /** "3f2a1b0c9d8e fix the parser", newest first; of those that concern these files. */
  List<String> log(String after, String upTo, List<String> files, int most) throws Failed {
    List<String> words =
        new ArrayList<>(List.of("log", "--no-show-signature", "--format=%h %s", "-n", "" + most));
    words.addAll(List.of(after + ".." + upTo, "--"));
    words.addAll(files);
    return git.run(main, options, words.toArray(String[]::new)).out().lines().toList();
  }

  String describe(String commit) throws Failed {
    return git.run(main, options, "log", "--no-show-signature", "--format=%h %s", "-n", "1", commit)
        .line();
  }

  /** The files that differ between where two commits have parted and the second one. */
  List<String> changed(String target, String commit) throws Failed {
    Result base = git.attempt(main, options, "merge-base", target, commit);
    String from = base.ok() ? base.line() : target;
    return git.run(
            main, options, "diff-tree", "-r", "-z", "--name-only", "--no-renames", from, commit)
        .names();
  }

  /** Files that are not committed, new ones included unless they are ignored. */
  List<String> uncommitted(Path tree) throws Failed {
    return status(tree, "--untracked-files=normal");
  }

  /** The same without new files. */
  List<String> changedTracked(Path tree) throws Failed {
    return status(tree, "--untracked-files=no");
  }

  private List<String> status(Path tree, String untracked) throws Failed {
    return git
        .run(
            tree,
            options,
            "status",
            "--porcelain=v1",
            "-z",
            "--no-renames",
            "--ignore-submodules=dirty",
            untracked)
        .names()
        .stream()
        .map(entry -> entry.length() > 3 ? entry.substring(3) : entry)
        .toList();
  }

  /** The work tree that has a branch checked out. */
  Optional<Path> placeOf(String branch) throws Failed {
    return Optional.ofNullable(places().get(branch));
  }

  private Map<String, Path> places() throws Failed {
    Map<String, Path> places = new HashMap<>();
    Optional<Path> tree = Optional.empty();
    for (String line :
        git.run(main, options, "worktree", "list", "--porcelain").out().split("\n")) {
      if (line.startsWith("worktree ")) {
        tree = Optional.of(Path.of(line.substring("worktree ".length())));
      } else if (line.startsWith("branch " + HEADS) && tree.isPresent()) {
        places.put(line.substring(("branch " + HEADS).length()), tree.get());
      }
    }
    return places;
  }

  /** Whether a folder is a worktree of this repository that git has finished making. */
  boolean isWorktree(Path folder) {
    return WorkTree.around(folder)
        .filter(tree -> tree.top().equals(folder) && tree.main().equals(main))
        .isPresent();
  }

  /** Removes what is left of a worktree if git was killed while making it. */
  void removeUnfinished(Path folder) throws Failed {
    Optional<Path> own = gitFolder(folder);
    try {
      if (own.isPresent()
          && Files.exists(own.get().resolve("locked"))
          && Files.readString(own.get().resolve("locked")).strip().equals(UNFINISHED)) {
        git.run(main, options, "worktree", "remove", "--force", "--force", folder.toString());
      }
    } catch (IOException e) {
      throw new Failed(folder + " cannot be read: " + e.getMessage());
    }
  }

  private Optional<Path> gitFolder(Path tree) throws Failed {
    if (!Files.exists(tree.resolve(".git"))) {
      return Optional.empty();
    }
    Result found = git.attempt(tree, options, "rev-parse", "--absolute-git-dir");
    return found.ok() ? Optional.of(Path.of(found.line())) : Optional.empty();
  }

  /** Makes a worktree with a branch that exists. */
  void addWorktree(Path folder, String branch) throws Failed {
    // forced, because git remembers a folder that somebody has deleted
    git.run(main, options, "worktree", "add", "--quiet", "--force", folder.toString(), branch);
  }

  /** Makes a worktree with a new branch that starts from a commit. */
  void addWorktree(Path folder, String branch, String start) throws Failed {
    git.run(
        main,
        options,
        "worktree",
        "add",
        "--quiet",
        "--force",
        "--no-track",
        "-b",
        branch,
        folder.toString(),
        start);
  }

  /** Fails if there is uncommitted work. */
  void removeWorktree(Path folder) throws Failed {
    if (Files.exists(folder)) {
      git.run(main, options, "worktree", "remove", folder.toString());
    }
  }

  /** Removes a worktree that nobody was given yet. */
  void discardWorktree(Path folder) throws Failed {
    git.run(main, options, "worktree", "remove", "--force", folder.toString());
  }

  /** Deletes a branch if it is still at this commit. */
  void deleteBranch(String branch, String at) throws Failed {
    git.run(main, options, "update-ref", "-d", HEADS + branch, at);
  }

  /** Moves a branch that is checked out nowhere, if it is still at the old commit. */
  boolean moveBranch(String branch, String to, String from, String why) throws Failed {
    return git.attempt(main, options, "update-ref", "-m", why, HEADS + branch, to, from).ok();
  }

  /** Moves the branch of a work tree and its files forward, or changes nothing. */
  Result fastForward(Path tree, String to) throws Failed {
    return git.attempt(tree, options, "merge", "--quiet", "--no-stat", "--ff-only", to);
  }

  void checkOut(Path tree, String branch) throws Failed {
    git.run(tree, options, "checkout", "--quiet", branch, "--");
  }

  /**
   * Merges a commit into another one in this work tree, whose HEAD becomes the result.
   *
   * @return the files that conflict
   */
  List<String> merge(Path tree, String into, String commit, String message) throws Failed {
    git.run(tree, options, "checkout", "--quiet", "--detach", into, "--");
    return mergeHere(tree, commit, message);
  }

  /** The same into what is checked out. */
  List<String> mergeHere(Path tree, String commit, String message) throws Failed {
    return conflicts(
        tree,
        git.attempt(
            tree,
            withIdentity(),
            "merge",
            "--quiet",
            "--no-stat",
            "--no-ff",
            "--no-verify",
            "--no-edit",
            "-m",
            message,
            commit));
  }

  /**
   * Repeats the commits of one branch on top of another commit; HEAD becomes the result.
   *
   * @return the files that conflict
   */
  List<String> rebase(Path tree, String onto, String commit) throws Failed {
    git.run(tree, options, "checkout", "--quiet", "--detach", commit, "--");
    return conflicts(
        tree,
        git.attempt(tree, withIdentity(), "rebase", "--quiet", "--no-verify", "--no-stat", onto));
  }

  /** A failure without conflicts is git's, not the work's. */
  private List<String> conflicts(Path tree, Result result) throws Failed {
    if (result.ok()) {
      return List.of();
    }
    List<String> files =
        git.run(tree, options, "ls-files", "-z", "--unmerged").names().stream()
            .map(entry -> entry.substring(entry.indexOf('\t') + 1))
            .distinct()
            .sorted()
            .toList();
    if (files.isEmpty()) {
      throw new Failed("git could not merge in %s: %s".formatted(tree, result.problem()));
    }
    return files;
  }

  /** Commits need an author, and git knows none on a new machine. */
  private List<String> withIdentity() throws Failed {
    return git.attempt(main, options, "var", "GIT_COMMITTER_IDENT").ok()
        ? options
        : Stream.concat(
                options.stream(), Stream.of("user.name=swarmd", "user.email=swarmd@localhost"))
            .toList();
  }

  /**
   * Ends what swarmd has begun in this work tree, and checks the branch out again. The work tree
   * had nothing uncommitted when it began, so nothing is lost.
   *
   * @param target the commit with which it was merged: files that a killed git has left of it go
   */
  void restore(Path tree, String branch, Optional<String> target) throws Failed {
    Optional<Path> own = gitFolder(tree);
    try {
      if (own.isPresent()) {
        Files.deleteIfExists(own.get().resolve("index.lock"));
        Files.deleteIfExists(own.get().resolve("HEAD.lock"));
      }
    } catch (IOException e) {
      throw new Failed(own.get() + " cannot be written: " + e.getMessage());
    }
    git.attempt(tree, options, "rebase", "--quit");
    git.attempt(tree, options, "merge", "--quit");
    git.run(tree, options, "checkout", "--quiet", "--force", branch, "--");
    if (target.isPresent()) {
      deleteLeftOver(tree, target.get());
    }
  }

  private void deleteLeftOver(Path tree, String target) throws Failed {
    List<String> left =
        git.run(tree, options, "ls-files", "-z", "--others", "--exclude-standard").names();
    for (String name : left) {
      Result wanted =
          git.attempt(tree, options, "rev-parse", "--verify", "--quiet", target + ":" + name);
      Result present = git.attempt(tree, options, "hash-object", "--", name);
      if (wanted.ok() && present.ok() && wanted.line().equals(present.line())) {
        try {
          Files.deleteIfExists(tree.resolve(name));
        } catch (IOException e) {
          throw new Failed(tree.resolve(name) + " cannot be deleted: " + e.getMessage());
        }
      }
    }
  }
}
