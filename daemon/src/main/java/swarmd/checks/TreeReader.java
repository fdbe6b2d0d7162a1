package swarmd.checks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import swarmd.files.Sha256;
import swarmd.git.Git;
import swarmd.git.Git.Failed;
import swarmd.git.GitTree;
import swarmd.sessions.WorkTree;
import swarmd.time.Deadline;
import swarmd.time.Time;

/** Reads the state of work trees. */
public final class TreeReader {
  /** A Stop that waits for it has 8 s. */
  private static final Duration LIMIT = Duration.ofSeconds(4);

  private static final int MAX_FILES = 100_000;

  private final Git git;
  private final Time time;

  public TreeReader(Git git, Time time) {
    this.git = git;
    this.time = time;
  }

  /** Empty outside git, and where it takes too long. Blocks. */
  public Optional<TreeState> read(Path folder) {
    Optional<Path> top = WorkTree.around(folder).map(WorkTree::top);
    try {
      return top.isPresent()
          ? Optional.of(readTree(git.at(top.get(), Deadline.in(LIMIT, time))))
          : Optional.empty();
    } catch (Failed e) {
      return Optional.empty();
    }
  }

  private static TreeState readTree(GitTree tree) throws Failed {
    Git.Result head = tree.attempt("rev-parse", "--verify", "--quiet", "HEAD");
    String commit = head.ok() ? head.line() : "";
    List<String> tracked = tree.run("ls-files", "-z", "--cached").names();
    List<String> others = tree.run("ls-files", "-z", "--others", "--exclude-standard").names();
    Set<String> changed = new HashSet<>(others);
    changed.addAll(tree.run("diff-files", "-z", "--name-only", "--ignore-submodules=all").names());
    if (head.ok()) {
      changed.addAll(
          tree.run("diff-index", "-z", "--name-only", "--ignore-submodules=all", "--cached", "HEAD")
              .names());
    } else {
      changed.addAll(tracked);
    }
    if (tracked.size() + others.size() > MAX_FILES) {
      throw new Failed("there are more than %d files in %s".formatted(MAX_FILES, tree.top()));
    }
    return new TreeState(
        commit,
        changed.size(),
        TreeState.digest(commit + digest(tree.top(), tracked), digest(tree.top(), others)));
  }

  private static String digest(Path top, List<String> names) {
    MessageDigest digest = Sha256.digest();
    names.forEach(name -> update(digest, top, name));
    return HexFormat.of().formatHex(digest.digest());
  }

  /** By size and time, which costs less than the content and is as good against a hurried edit. */
  private static void update(MessageDigest digest, Path top, String name) {
    String state;
    try {
      PosixFileAttributes file =
          Files.readAttributes(
              top.resolve(name), PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      state =
          "%d %s %s"
              .formatted(file.size(), file.lastModifiedTime().toInstant(), file.permissions());
    } catch (IOException e) {
      state = "gone";
    }
    digest.update((name + '\0' + state + '\0').getBytes(StandardCharsets.UTF_8));
  }
}
