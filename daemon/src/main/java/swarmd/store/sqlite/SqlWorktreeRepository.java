package swarmd.store.sqlite;

import swarmd.worktrees.Worktree;
import swarmd.worktrees.WorktreeRepository;

/** The worktrees of this workstation, on the connection that writes. */
final class SqlWorktreeRepository extends SqlWorktreeQueries implements WorktreeRepository {
  SqlWorktreeRepository(SqliteConnection connection) {
    super(connection);
  }

  @Override
  public void put(Worktree worktree) {
    jdbi()
        .createUpdate(
            """
            INSERT INTO worktree (task_id, project, repository, folder, branch, kept)
            VALUES (:task, :project, :repository, :folder, :branch, :kept)
            ON CONFLICT (task_id) DO UPDATE SET project = excluded.project,
              repository = excluded.repository, folder = excluded.folder,
              branch = excluded.branch, kept = excluded.kept
            """)
        .bind("task", worktree.taskId())
        .bind("project", worktree.project())
        .bind("repository", worktree.repository())
        .bind("folder", worktree.folder())
        .bind("branch", worktree.branch())
        .bind("kept", worktree.kept())
        .execute();
  }

  @Override
  public void remove(long taskId) {
    jdbi()
        .createUpdate("DELETE FROM worktree WHERE task_id = :task")
        .bind("task", taskId)
        .execute();
  }
}
