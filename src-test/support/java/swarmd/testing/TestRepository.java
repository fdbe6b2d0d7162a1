package swarmd.testing;

import static swarmd.testing.Git.git;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A git repository with commits, and its worktrees. */
public record TestRepository(Path main) {

  /** One with a file and its first commit, on the branch main. */
  public static TestRepository in(Path folder) {
    git(folder, "init", "--quiet", "--initial-branch=main");
    TestRepository repository = new TestRepository(folder);
    repository.commit(folder, "README", "shop\n");
    return repository;
  }

  /** Writes a file in a work tree and commits it. */
  public void commit(Path tree, String file, String text) {
    write(tree.resolve(file), text);
    git(tree, "add", "--all");
    git(tree, "commit", "--quiet", "-m", "Change " + file);
  }

  public static void write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The file of a branch, whether or not it is checked out. */
  public String show(String branch, String file) {
    return git(main, "show", branch + ":" + file).out();
  }

  public String tip(String branch) {
    return git(main, "rev-parse", branch).out().strip();
  }

  /** The subjects of a branch's commits, newest first. */
  public List<String> log(String branch) {
    return git(main, "log", "--topo-order", "--format=%s", branch).out().lines().toList();
  }

  public List<String> branches() {
    return git(main, "for-each-ref", "--format=%(refname:short)", "refs/heads")
        .out()
        .lines()
        .toList();
  }

  /** The files that git reports as changed in a work tree. */
  public static String status(Path tree) {
    return git(tree, "status", "--porcelain").out();
  }
}
