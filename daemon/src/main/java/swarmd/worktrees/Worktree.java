package swarmd.worktrees;

import java.util.Optional;

/**
 * The worktree of a task on this workstation.
 *
 * @param repository the main work tree of the repository that it belongs to
 * @param kept why it was not removed although the task is finished
 */
public record Worktree(
    long taskId,
    String project,
    String repository,
    String folder,
    String branch,
    Optional<String> kept) {

  Worktree keptBecause(String why) {
    return new Worktree(taskId, project, repository, folder, branch, Optional.of(why));
  }
}
