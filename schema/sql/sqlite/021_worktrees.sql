-- The branch of its own that a task's work is on, the branch that it lands in, the fence of the claim whose holder works
-- there, and the commit as which it landed.
ALTER TABLE task ADD COLUMN branch TEXT;
ALTER TABLE task ADD COLUMN target TEXT;
ALTER TABLE task ADD COLUMN branch_fence INTEGER;
ALTER TABLE task ADD COLUMN landed TEXT;
CREATE INDEX task_unlanded ON task (swarm_id) WHERE status = 'done' AND branch IS NOT NULL AND landed IS NULL;

-- The worktrees of tasks on this workstation. `kept` says why one that is finished was not removed.
CREATE TABLE worktree (
  task_id    INTEGER PRIMARY KEY,
  project    TEXT NOT NULL,
  repository TEXT NOT NULL,
  folder     TEXT NOT NULL,
  branch     TEXT NOT NULL,
  kept       TEXT
);
