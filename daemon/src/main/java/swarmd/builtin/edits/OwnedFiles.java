package swarmd.builtin.edits;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import swarmd.files.FileStamp;
import swarmd.swarm.Task;

/**
 * The files there are that other agents' tasks own. Limited, because it is listed before commands
 * of agents that wait for an answer.
 */
final class OwnedFiles {
  private static final int MAX_FILES = 2_000;
  private static final int MAX_ENTRIES = 10_000;
  private static final Set<String> SKIPPED = Set.of(".git", "node_modules");

  private final FileOwners owners;
  private final List<Path> tops;
  private final Map<Path, OwnedFile> files = new HashMap<>();
  private int entries;

  /** A file as it was found. */
  record OwnedFile(Path path, Task task, FileStamp stamp) {}

  private OwnedFiles(FileOwners owners, List<Path> tops) {
    this.owners = owners;
    this.tops = tops;
  }

  /**
   * Reads the disk.
   *
   * @param tops of the work trees in which to look
   */
  static OwnedFiles list(FileOwners owners, List<Path> tops) {
    OwnedFiles listed = new OwnedFiles(owners, tops);
    listed.walk();
    return listed;
  }

  /** The same again, as it is now. */
  OwnedFiles again() {
    return list(owners, tops);
  }

  private void walk() {
    for (Path top : tops) {
      for (Path start : starts(top)) {
        try {
          Files.walkFileTree(start, visitor(top));
        } catch (IOException e) {
          // what cannot be read cannot be compared
        }
      }
    }
  }

  /** The folders and files with which the tasks' globs begin, without those in others. */
  private Set<Path> starts(Path top) {
    Set<Path> starts = new LinkedHashSet<>();
    for (Task task : owners.others()) {
      for (String glob : task.files()) {
        start(top, glob).ifPresent(starts::add);
      }
    }
    Set<Path> outer = new LinkedHashSet<>(starts);
    outer.removeIf(
        path -> starts.stream().anyMatch(other -> !other.equals(path) && path.startsWith(other)));
    return outer;
  }

  private static Optional<Path> start(Path top, String glob) {
    String inside = glob.startsWith(top + "/") ? glob.substring(top.toString().length() + 1) : glob;
    int wildcard = 0;
    while (wildcard < inside.length() && "*?[{\\".indexOf(inside.charAt(wildcard)) < 0) {
      wildcard++;
    }
    String prefix =
        wildcard == inside.length()
            ? inside
            : inside.substring(0, inside.lastIndexOf('/', wildcard) + 1);
    try {
      return Optional.of(top.resolve(prefix).normalize())
          .filter(path -> path.startsWith(top) && Files.exists(path));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private SimpleFileVisitor<Path> visitor(Path top) {
    return new SimpleFileVisitor<>() {
      @Override
      public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
        return SKIPPED.contains(String.valueOf(folder.getFileName()))
            ? FileVisitResult.SKIP_SUBTREE
            : FileVisitResult.CONTINUE;
      }

      @Override
      public FileVisitResult visitFile(Path file, BasicFileAttributes found) {
        entries++;
        owners
            .ownerOf(top.relativize(file).toString())
            .ifPresent(
                task ->
                    files.put(
                        file,
                        new OwnedFile(
                            file,
                            task,
                            new FileStamp(
                                found.fileKey(), found.lastModifiedTime(), found.size()))));
        return isFull() ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
      }

      @Override
      public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
        return FileVisitResult.CONTINUE;
      }
    };
  }

  private boolean isFull() {
    return files.size() >= MAX_FILES || entries >= MAX_ENTRIES;
  }

  List<OwnedFile> all() {
    return List.copyOf(files.values());
  }

  /** What became of a file. */
  record Change(OwnedFile file, Kind kind) {
    enum Kind {
      CHANGED,
      DELETED,
      CREATED
    }
  }

  /** What differs from an earlier list. */
  List<Change> changesSince(OwnedFiles before) {
    boolean whole = !isFull() && !before.isFull();
    List<Change> changes = new ArrayList<>();
    for (OwnedFile old : before.files.values()) {
      OwnedFile now = files.get(old.path);
      if (now != null && !now.stamp.equals(old.stamp)) {
        changes.add(new Change(now, Change.Kind.CHANGED));
      } else if (now == null && whole) {
        changes.add(new Change(old, Change.Kind.DELETED));
      }
    }
    files.values().stream()
        .filter(now -> whole && !before.files.containsKey(now.path))
        .forEach(now -> changes.add(new Change(now, Change.Kind.CREATED)));
    return changes;
  }
}
