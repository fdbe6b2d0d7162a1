package swarmd.sessions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Makes linked work trees, as `git worktree add` does. */
final class WorkTrees {
  private WorkTrees() {}

  /** Links a new work tree to a repository's main one; returns it. */
  static Path link(Path main, Path linked) throws IOException {
    Path own = Files.createDirectories(main.resolve(".git/worktrees/" + linked.getFileName()));
    Files.createDirectories(linked);
    Files.writeString(own.resolve("commondir"), "../..\n");
    Files.writeString(own.resolve("gitdir"), linked.resolve(".git") + "\n");
    Files.writeString(linked.resolve(".git"), "gitdir: " + own + "\n");
    return linked;
  }
}
