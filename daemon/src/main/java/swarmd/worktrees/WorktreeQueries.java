package swarmd.worktrees;

import java.util.List;
import swarmd.swarm.Task;

/** Queries on the worktrees of this workstation. */
public interface WorktreeQueries {

  List<Worktree> all();

  /** Those whose tasks are claimed by agents that work in them. */
  List<Held> held(String project);

  /** A worktree whose task is held. */
  record Held(Worktree worktree, Task task) {}
}
