package swarmd.checks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import swarmd.files.Sha256;
import swarmd.sessions.WorkTree;
import swarmd.time.Deadline;
import swarmd.time.Time;

/**
 * Reads the state of work trees. Uses only those commands of git that run nothing of the
 * repository's: no hooks, no filters, no file monitor.
 */
public final class TreeReader {
  /** A Stop that waits for it has 8 s. */
  private static final Duration LIMIT = Duration.ofSeconds(4);

  private static final int MAX_BYTES = 32 << 20;
  private static final int MAX_FILES = 100_000;

  private final Time time;

  public TreeReader(Time time) {
    this.time = time;
  }

  /** Empty outside git, and where it takes too long. Blocks. */
  public Optional<TreeState> read(Path folder) {
    Optional<Path> top = WorkTree.around(folder).map(WorkTree::top);
    try {
      return top.isPresent()
          ? Optional.of(readTree(top.get(), Deadline.in(LIMIT, time)))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private TreeState readTree(Path top, Deadline until) throws IOException, InterruptedException {
    Optional<String> commit =
        git(top, until, "rev-parse", "--verify", "--quiet", "HEAD").map(String::strip);
    List<String> tracked = names(top, until, "ls-files", "-z", "--cached");
    List<String> others = names(top, until, "ls-files", "-z", "--others", "--exclude-standard");
    Set<String> changed = new HashSet<>(others);
    changed.addAll(names(top, until, "diff-files", "-z", "--name-only", "--ignore-submodules=all"));
    if (commit.isPresent()) {
      changed.addAll(
          names(
              top,
              until,
              "diff-index",
              "-z",
              "--name-only",
              "--ignore-submodules=all",
              "--cached",
              "HEAD"));
    } else {
      changed.addAll(tracked);
    }
    if (tracked.size() + others.size() > MAX_FILES) {
      throw new IOException("too many files");
    }
    return new TreeState(
        commit.orElse(""),
        changed.size(),
        TreeState.digest(commit.orElse("") + digest(top, tracked), digest(top, others)));
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

  private List<String> names(Path top, Deadline until, String... command)
      throws IOException, InterruptedException {
    String output =
        git(top, until, command)
            .orElseThrow(() -> new IOException("git " + command[0] + " failed"));
    List<String> names = new ArrayList<>();
    for (String name : output.split("\0")) {
      if (!name.isEmpty()) {
        names.add(name);
      }
    }
    return names;
  }

  /** Empty if git fails. */
  private Optional<String> git(Path top, Deadline until, String... command)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("git", "-c", "core.fsmonitor=false"));
    words.addAll(List.of(command));
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(top.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
    builder.environment().put("GIT_OPTIONAL_LOCKS", "0");
    Process process = builder.start();
    Time.Cancellable limit = time.after(until.left(time), process::destroyForcibly);
    try (InputStream out = process.getInputStream()) {
      byte[] bytes = out.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new IOException("too much output");
      }
      return process.waitFor() == 0
          ? Optional.of(new String(bytes, StandardCharsets.UTF_8))
          : Optional.empty();
    } finally {
      limit.cancel();
      process.destroyForcibly();
    }
  }
}
