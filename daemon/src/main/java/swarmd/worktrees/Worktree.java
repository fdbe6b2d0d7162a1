package swarmd.worktrees;

import java.util.Optional;

/**
 * The worktree of a task on this workstation.
 *
 * @param repository the main work tree of the repository that it belongs to
 * @param landing whether swarmd has begun to merge in it
 * @param kept why it was not removed although the task is finished
 */
public record Worktree(
    long taskId,
    String project,
    String repository,
    String folder,
    String branch,
    boolean landing,
    Optional<String> kept) {

  Worktree landing(boolean now) {
    return new Worktree(taskId, project, repository, folder, branch, now, kept);
  }

  Worktree keptBecause(String why) {
    return new Worktree(taskId, project, repository, folder, branch, landing, Optional.of(why));
  }
}
