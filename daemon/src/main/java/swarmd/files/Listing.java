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

/** The files in a folder and in those below it, as far as anybody would write them by hand. */
public final class Listing {
  private static final int MAX_DEPTH = 5;
  private static final int MAX_ENTRIES = 1_000;

  private Listing() {}

  /**
   * In the order of their names; none if the folder is missing or leads out of the other.
   *
   * @param within the real path of the folder that may not be left
   * @param names which names count
   */
  public static List<Path> of(Path within, Path folder, int max, Predicate<String> names) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<Path> found = new ArrayList<>();
    try {
      Path real = folder.toRealPath();
      if (real.startsWith(within)) {
        Files.walkFileTree(real, links(within), MAX_DEPTH, into(found));
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

  /** Links to other folders are followed where they cannot lead out. */
  private static Set<FileVisitOption> links(Path within) {
    return within.equals(within.getRoot())
        ? EnumSet.of(FileVisitOption.FOLLOW_LINKS)
        : EnumSet.noneOf(FileVisitOption.class);
  }

  private static SimpleFileVisitor<Path> into(List<Path> found) {
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
