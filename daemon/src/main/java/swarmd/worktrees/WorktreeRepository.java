package swarmd.worktrees;

/** The worktrees of this workstation within one transaction. */
public interface WorktreeRepository extends WorktreeQueries {

  /** Adds it, or replaces what is known of the task's worktree. */
  void put(Worktree worktree);

  void remove(long taskId);
}
