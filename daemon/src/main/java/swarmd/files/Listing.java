package swarmd.files;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Lists the files in a folder and below it, within limits that fit handwritten files. */
public final class Listing {
  private static final int MAX_DEPTH = 5;
  private static final int MAX_ENTRIES = 1_000;

  private Listing() {}

  /**
   * Sorted by path; empty if the folder is missing or lies outside {@code within}.
   *
   * @param within the real path of the folder that must contain all files
   * @param names which file names to include
   */
  public static List<Path> of(Path within, Path folder, int max, Predicate<String> names) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<Path> found = new ArrayList<>();
    try {
      Path real = folder.toRealPath();
      if (real.startsWith(within)) {
        Files.walkFileTree(real, linkOptions(within), MAX_DEPTH, collectInto(found));
      }
    } catch (IOException e) {
      return List.of();
    }
    return found.stream()
        .filter(file -> names.test(file.getFileName().toString()))
        .sorted()
        .limit(max)
        .toList();
  }

  /** Follows links only where they cannot lead out of the folder. */
  private static Set<FileVisitOption> linkOptions(Path within) {
    return within.equals(within.getRoot())
        ? EnumSet.of(FileVisitOption.FOLLOW_LINKS)
        : EnumSet.noneOf(FileVisitOption.class);
  }

  private static SimpleFileVisitor<Path> collectInto(List<Path> found) {
    return new SimpleFileVisitor<>() {
      @Override
      public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        found.add(file);
        return found.size() < MAX_ENTRIES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
      }

      @Override
      public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
        return FileVisitResult.CONTINUE;
      }
    };
  }
}
