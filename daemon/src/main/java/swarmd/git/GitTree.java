package swarmd.git;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import swarmd.git.Git.Failed;
import swarmd.git.Git.Result;

/** A work tree in which git runs without anything of the repository's own. All methods block. */
public final class GitTree {
  /** These files of the landing's git folder stay, which makes the next check-out cheaper. */
  private static final Set<String> KEPT = Set.of("index", "logs");

  private final Git git;
  private final Path top;
  private final GitFolders folders;
  private final CommonFolder common;
  private final RepositorySettings settings;
  private final List<String> options;
  private final Supplier<Duration> limit;

  GitTree(
      Git git,
      Path top,
      GitFolders folders,
      CommonFolder common,
      RepositorySettings settings,
      List<String> options,
      Supplier<Duration> limit) {
    this.git = git;
    this.top = top;
    this.folders = folders;
    this.common = common;
    this.settings = settings;
    this.options = options;
    this.limit = limit;
  }

  /** With values of one's own, as git's -c takes them. */
  public GitTree with(String... more) {
    List<String> all = Stream.concat(options.stream(), Stream.of(more)).toList();
    return new GitTree(git, top, folders, common, settings, all, limit);
  }

  public Path top() {
    return top;
  }

  /** With this work tree's own HEAD and index. */
  public Path gitFolder() {
    return folders.own();
  }

  /** The repository's, with the branches. */
  public Path commonFolder() {
    return folders.common();
  }

  /** Whether the repository's configuration says so. */
  public boolean isBare() {
    return settings.isTrue("core.bare");
  }

  /** A value of the repository's own configuration, to be judged, by its name as git lists it. */
  public Optional<String> configured(String name) {
    return settings.value(name);
  }

  /** Runs a command that must succeed. */
  public Result run(String... words) throws Failed {
    Result result = attempt(words);
    if (!result.ok()) {
      throw new Failed("git %s failed: %s".formatted(words[0], result.problem()));
    }
    return result;
  }

  public Result attempt(String... words) throws Failed {
    return git.attempt(
        top,
        options,
        Map.of(
            "GIT_DIR", folders.own().toString(),
            "GIT_COMMON_DIR", common.folder().toString(),
            "GIT_WORK_TREE", top.toString()),
        limit.get(),
        words);
  }

  /**
   * Another work tree of this repository, which is swarmd's own: the repository does not list it,
   * and its git folder is in swarmd's home. Whatever an earlier use has left unfinished is
   * forgotten; its files stay as they are.
   *
   * @param folder does not exist yet, or was used for this before
   * @param commit any; nothing is checked out yet
   */
  public GitTree landing(Path folder, String commit) throws Failed {
    Path own = common.landing();
    Path pointer = folder.resolve(".git");
    try {
      if (Files.exists(folder) && !isEmpty(folder) && !pointsTo(pointer, own)) {
        throw new Failed(
            "%s exists already, but swarmd lands tasks there; move it away".formatted(folder));
      }
      Files.createDirectories(folder);
      Files.createDirectories(own);
      forget(own);
      Files.writeString(own.resolve("HEAD"), commit + "\n");
      Files.writeString(own.resolve("commondir"), common.repository() + "\n");
      Files.writeString(own.resolve("gitdir"), pointer + "\n");
      Files.writeString(pointer, "gitdir: " + own + "\n");
    } catch (IOException e) {
      throw new Failed("%s cannot be prepared: %s".formatted(folder, e));
    }
    return new GitTree(
        git, folder, new GitFolders(own, folders.common()), common, settings, options, limit);
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      return !entries.iterator().hasNext();
    }
  }

  private static boolean pointsTo(Path pointer, Path own) throws IOException {
    return Files.isRegularFile(pointer)
        && Files.readString(pointer).strip().equals("gitdir: " + own);
  }

  private static void forget(Path own) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(own)) {
      for (Path entry : entries) {
        if (!KEPT.contains(entry.getFileName().toString())) {
          delete(entry);
        }
      }
    }
  }

  private static void delete(Path entry) throws IOException {
    try (Stream<Path> all = Files.walk(entry)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
