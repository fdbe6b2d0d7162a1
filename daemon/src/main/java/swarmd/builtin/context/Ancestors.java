package swarmd.builtin.context;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * A folder of a project and those above it, by their real paths.
 *
 * @param all nearest first, the project's own last; none if the folder is not in the project
 */
record Ancestors(Path folder, List<Path> all) {
  private static final int MAX_DEPTH = 40;

  /** What lies in these was written by others and says nothing about this project. */
  private static final Set<String> OF_OTHERS =
      Set.of(".git", "node_modules", "vendor", "third_party", "site-packages", ".venv", "venv");

  /** Looks at the disk. */
  static Ancestors of(TouchedFolder place) {
    Path project = place.root();
    try {
      Path folder = place.folder().toRealPath();
      boolean inside = folder.startsWith(project);
      return new Ancestors(folder, inside ? upTo(project, folder) : List.of());
    } catch (IOException missing) {
      return new Ancestors(place.folder(), List.of());
    }
  }

  private static List<Path> upTo(Path project, Path folder) {
    List<Path> folders = new ArrayList<>();
    for (Path at = folder; !at.equals(project) && folders.size() < MAX_DEPTH; at = at.getParent()) {
      if (!isOfOthers(project.relativize(at))) {
        folders.add(at);
      }
    }
    folders.add(project);
    return folders;
  }

  private static boolean isOfOthers(Path inProject) {
    return StreamSupport.stream(inProject.spliterator(), false)
        .anyMatch(name -> OF_OTHERS.contains(name.toString()));
  }
}
