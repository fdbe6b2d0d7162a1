package swarmd.worktrees;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import swarmd.git.Git;
import swarmd.git.Git.Failed;
import swarmd.git.Git.Result;
import swarmd.git.GitTree;
import swarmd.sessions.WorkTree;

/** A git repository with a main work tree, and what tasks need of it. All methods block. */
final class Repository {
  private static final String HEADS = "refs/heads/";

  /**
   * Keeps a branch as it was before it was rebased: its work has landed, although the target does
   * not contain these commits.
   */
  private static final String LANDED = "refs/swarmd/landed/";

  /** While git makes a worktree, it is locked with this reason. */
  private static final String UNFINISHED = "initializing";

  /** The remote of a clone, unless it was named otherwise. */
  private static final String USUAL_REMOTE = "origin";

  private static final String SUBMODULE = "160000 ";
  private static final Pattern PERSON = Pattern.compile("(.*) <(.*)> \\d+ [+-]\\d+");

  /** By the files that git keeps meanwhile. */
  private static final Map<String, String> UNFINISHED_BY_PERSON =
      Map.of(
          "MERGE_HEAD", "merge",
          "CHERRY_PICK_HEAD", "cherry-pick",
          "REVERT_HEAD", "revert",
          "rebase-merge", "rebase",
          "rebase-apply", "rebase");

  private final Git git;
  private final Path main;
  private final GitTree here;

  private Repository(Git git, GitTree here) {
    this.git = git;
    this.main = here.top();
    this.here = here;
  }

  /** The repository whose main work tree this is; fails with what is missing. */
  static Repository at(Git git, Path main) throws Failed {
    if (WorkTree.around(main).filter(tree -> tree.top().equals(main)).isEmpty()) {
      throw new Failed(
          isBare(main)
              ? bare(main)
              : main + " is not in a git repository; a worktree needs one: git init");
    }
    GitTree here = git.at(main);
    if (here.isBare()) {
      throw new Failed(bare(main));
    }
    return new Repository(git, here);
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
    Result head = here.attempt("symbolic-ref", "--quiet", "--short", "HEAD");
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

  /** A branch as it was fetched from the remote that the target follows. */
  Optional<String> fetchedTip(String branch, String target) throws Failed {
    String remote = here.configured("branch." + target + ".remote").orElse(USUAL_REMOTE);
    return commit("refs/remotes/" + remote + "/" + branch);
  }

  private Optional<String> commit(String ref) throws Failed {
    Result found = here.attempt("rev-parse", "--verify", "--quiet", ref + "^{commit}");
    return found.ok() ? Optional.of(found.line()) : Optional.empty();
  }

  /** The branch that the main work tree has checked out. */
  String head() throws Failed {
    return head(here);
  }

  static String head(GitTree tree) throws Failed {
    return tree.run("rev-parse", "--verify", "HEAD^{commit}").line();
  }

  boolean contains(String descendant, String ancestor) throws Failed {
    Result found = here.attempt("merge-base", "--is-ancestor", ancestor, descendant);
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
    return here.run(words.toArray(String[]::new)).out().lines().toList();
  }

  String describe(String commit) throws Failed {
    return here.run("log", "--no-show-signature", "--format=%h %s", "-n", "1", commit).line();
  }

  /** The files that differ between where two commits have parted and the second one. */
  List<String> changed(String target, String commit) throws Failed {
    Result base = here.attempt("merge-base", target, commit);
    String from = base.ok() ? base.line() : target;
    return here.run("diff-tree", "-r", "-z", "--name-only", "--no-renames", from, commit).names();
  }

  /** Files that are not committed, new ones included unless they are ignored. */
  List<String> uncommitted(Path tree) throws Failed {
    return status(git.at(tree), "--untracked-files=normal");
  }

  /** The same without new files. */
  static List<String> changedTracked(GitTree tree) throws Failed {
    return status(tree, "--untracked-files=no");
  }

  private static List<String> status(GitTree tree, String untracked) throws Failed {
    return tree
        .run(
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
    for (Path tree : trees()) {
      if (WorkTree.around(tree)
          .filter(each -> each.top().equals(tree) && each.main().equals(main))
          .flatMap(WorkTree::branch)
          .equals(Optional.of(branch))) {
        return Optional.of(tree);
      }
    }
    return Optional.empty();
  }

  /** The main one first. Git's own list would name swarmd's folder instead of the repository's. */
  private List<Path> trees() throws Failed {
    List<Path> trees = new ArrayList<>(List.of(main));
    Path linked = here.commonFolder().resolve("worktrees");
    if (!Files.isDirectory(linked)) {
      return trees;
    }
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(linked)) {
      for (Path folder : folders) {
        Path pointer = folder.resolve("gitdir");
        if (Files.isRegularFile(pointer)) {
          Path top = folder.resolve(Files.readString(pointer).strip()).normalize().getParent();
          if (top != null && Files.exists(top)) {
            trees.add(top.toRealPath());
          }
        }
      }
      return trees;
    } catch (IOException | DirectoryIteratorException e) {
      throw new Failed("%s cannot be read: %s".formatted(linked, e.getMessage()));
    }
  }

  /** Whether a folder is a worktree of this repository that git has finished making. */
  boolean isWorktree(Path folder) {
    return WorkTree.around(folder)
        .filter(tree -> tree.top().equals(folder) && tree.main().equals(main))
        .isPresent();
  }

  /** Removes what is left of a worktree if git was killed while making it. */
  void removeUnfinished(Path folder) throws Failed {
    Optional<Path> own = new WorkTree(folder, main).gitFolder();
    try {
      if (own.isPresent()
          && Files.exists(own.get().resolve("locked"))
          && Files.readString(own.get().resolve("locked")).strip().equals(UNFINISHED)) {
        here.run("worktree", "remove", "--force", "--force", folder.toString());
      }
    } catch (IOException e) {
      throw new Failed(folder + " cannot be read: " + e.getMessage());
    }
  }

  /** Makes a worktree with a branch that exists. */
  void addWorktree(Path folder, String branch) throws Failed {
    // forced, because git remembers a folder that somebody has deleted
    here.run("worktree", "add", "--quiet", "--force", folder.toString(), branch);
    pointToRepository(folder);
  }

  /** Makes a worktree with a new branch that starts from a commit. */
  void addWorktree(Path folder, String branch, String start) throws Failed {
    here.run(
        "worktree",
        "add",
        "--quiet",
        "--force",
        "--no-track",
        "-b",
        branch,
        folder.toString(),
        start);
    pointToRepository(folder);
  }

  /** Git has written the way through swarmd's home, which others need not know. */
  private void pointToRepository(Path folder) throws Failed {
    try {
      Path own = new WorkTree(folder, main).gitFolder().orElseThrow();
      Files.writeString(folder.resolve(".git"), "gitdir: " + own + "\n");
    } catch (IOException e) {
      throw new Failed("%s cannot be written: %s".formatted(folder, e.getMessage()));
    }
  }

  /** Whether something is checked out there that git would not miss. */
  boolean hasSubmodules(Path tree) throws Failed {
    return git.at(tree).run("ls-files", "-z", "--stage").names().stream()
        .anyMatch(entry -> entry.startsWith(SUBMODULE));
  }

  /**
   * Removes a worktree in which nothing would be lost. Git itself does not look: it would enter
   * repositories below, with their own configuration.
   */
  void removeWorktree(Path folder) throws Failed {
    if (Files.exists(folder)) {
      here.run("worktree", "remove", "--force", folder.toString());
    }
  }

  /** Deletes a branch if it is still at this commit. */
  void deleteBranch(String branch, String at) throws Failed {
    here.run("update-ref", "-d", HEADS + branch, at);
  }

  /** Moves a branch that is checked out nowhere, if it is still at the old commit. */
  boolean moveBranch(String branch, String to, String from, String why) throws Failed {
    return here.attempt("update-ref", "-m", why, HEADS + branch, to, from).ok();
  }

  /** Moves the branch of a work tree and its files forward, or changes nothing. */
  Result fastForward(Path tree, String to) throws Failed {
    return git.at(tree)
        .attempt(
            "merge",
            "--quiet",
            "--no-stat",
            "--no-squash",
            "--no-verify-signatures",
            "--ff-only",
            "--no-overwrite-ignore",
            to);
  }

  void checkOut(Path tree, String branch) throws Failed {
    git.at(tree).run("checkout", "--quiet", "--no-overwrite-ignore", branch, "--");
  }

  /**
   * The work tree of swarmd's own in which tasks land, with a commit checked out and nothing else
   * but what this repository ignores.
   */
  GitTree landing(Path folder, String commit) throws Failed {
    GitTree landing = here.landing(folder, commit).with(identity());
    landing.run("checkout", "--quiet", "--force", "--detach", commit, "--");
    landing.run("clean", "--quiet", "-d", "--force", "--force");
    return landing;
  }

  /**
   * Merges a commit into what is checked out, whose HEAD becomes the result.
   *
   * @return the files that conflict
   */
  List<String> merge(GitTree tree, String commit, String message) throws Failed {
    return conflicts(
        tree,
        tree.attempt(
            "merge",
            "--quiet",
            "--no-stat",
            "--no-squash",
            "--commit",
            "--no-ff",
            "--no-gpg-sign",
            "--no-verify-signatures",
            "--no-verify",
            "--no-edit",
            "-m",
            message,
            commit));
  }

  /** The same in a task's worktree. */
  List<String> merge(Path tree, String commit, String message) throws Failed {
    return merge(git.at(tree).with(identity()), commit, message);
  }

  /**
   * Repeats the commits of what is checked out on top of another commit; HEAD becomes the result.
   *
   * @return the files that conflict
   */
  List<String> rebase(GitTree tree, String onto) throws Failed {
    return conflicts(
        tree, tree.attempt("rebase", "--quiet", "--no-verify", "--no-stat", "--no-gpg-sign", onto));
  }

  /** A failure without conflicts is git's, not the work's. */
  private static List<String> conflicts(GitTree tree, Result result) throws Failed {
    if (result.ok()) {
      return List.of();
    }
    List<String> files =
        tree.run("ls-files", "-z", "--unmerged").names().stream()
            .map(entry -> entry.substring(entry.indexOf('\t') + 1))
            .distinct()
            .sorted()
            .toList();
    if (files.isEmpty()) {
      throw new Failed("git could not merge in %s: %s".formatted(tree.top(), result.problem()));
    }
    return files;
  }

  /**
   * The author of swarmd's commits: the person as configured for the main work tree. On a new
   * machine git has no author.
   */
  private String[] identity() throws Failed {
    Result known = here.attempt("var", "GIT_COMMITTER_IDENT");
    Matcher person = PERSON.matcher(known.line());
    return known.ok() && person.matches()
        ? new String[] {"user.name=" + person.group(1), "user.email=" + person.group(2)}
        : new String[] {"user.name=swarmd", "user.email=swarmd@localhost"};
  }

  /** Notes that a commit has landed, although the target has other commits instead of it. */
  void noteLanded(String branch, String commit) throws Failed {
    here.run("update-ref", LANDED + branch, commit);
  }

  /** Whether nothing of a branch is missing in the target. */
  boolean hasLanded(String branch, String tip, String target) throws Failed {
    return contains(target, tip) || commit(LANDED + branch).equals(Optional.of(tip));
  }

  void forgetLanded(String branch) throws Failed {
    here.run("update-ref", "-d", LANDED + branch);
  }

  /** An operation that the person has begun in a work tree and has to finish first. */
  Optional<String> unfinished(Path tree) throws Failed {
    Path own = git.at(tree).gitFolder();
    return UNFINISHED_BY_PERSON.entrySet().stream()
        .filter(each -> Files.exists(own.resolve(each.getKey())))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /**
   * Files in a work tree that git does not track and that would have to make way for files that a
   * commit adds, whether they are ignored or not.
   */
  List<String> inTheWay(Path tree, List<String> wanted) throws Failed {
    Set<String> tracked = new HashSet<>(git.at(tree).run("ls-files", "-z", "--cached").names());
    Set<String> found = new TreeSet<>();
    for (String name : wanted) {
      if (!tracked.contains(name)) {
        obstacle(tree, name, tracked).ifPresent(found::add);
      }
    }
    return List.copyOf(found);
  }

  private static Optional<String> obstacle(Path tree, String name, Set<String> tracked)
      throws Failed {
    for (int end = name.indexOf('/'); end > 0; end = name.indexOf('/', end + 1)) {
      String above = name.substring(0, end);
      Path path = tree.resolve(above);
      if (!tracked.contains(above)
          && Files.exists(path, LinkOption.NOFOLLOW_LINKS)
          && !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.of(above);
      }
    }
    Path path = tree.resolve(name);
    if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      return Files.exists(path, LinkOption.NOFOLLOW_LINKS) ? Optional.of(name) : Optional.empty();
    }
    try (Stream<Path> below = Files.walk(path)) {
      return below
          .filter(each -> !Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
          .map(each -> tree.relativize(each).toString())
          .filter(each -> !tracked.contains(each))
          .findFirst();
    } catch (IOException | UncheckedIOException e) {
      throw new Failed("%s cannot be read: %s".formatted(path, e.getMessage()));
    }
  }
}
