package swarmd.builtin.context;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * A folder of a project and its parents, as real paths.
 *
 * @param all nearest first, up to the project's root; empty if the folder is outside the project
 */
record Ancestors(Path folder, List<Path> all) {
  private static final int MAX_DEPTH = 40;

  /** Folders of third-party code, whose texts are not about this project. */
  private static final Set<String> THIRD_PARTY =
      Set.of(".git", "node_modules", "vendor", "third_party", "site-packages", ".venv", "venv");

  /** Reads the disk. */
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
      if (!isThirdParty(project.relativize(at))) {
        folders.add(at);
      }
    }
    folders.add(project);
    return folders;
  }

  private static boolean isThirdParty(Path inProject) {
    return StreamSupport.stream(inProject.spliterator(), false)
        .anyMatch(name -> THIRD_PARTY.contains(name.toString()));
  }
}
