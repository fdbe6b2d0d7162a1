-- Names of checks that must pass before a task is done: JSON arrays of texts.
ALTER TABLE task ADD COLUMN checks TEXT NOT NULL DEFAULT '[]';
ALTER TABLE swarm ADD COLUMN checks TEXT NOT NULL DEFAULT '[]';

-- What the daemon verified before the task was done: the checks that passed (a JSON array; NULL if there were none), the
-- commit that was checked out, and how many files differed from it.
ALTER TABLE task ADD COLUMN checked TEXT;
ALTER TABLE task ADD COLUMN checked_commit TEXT;
ALTER TABLE task ADD COLUMN checked_changed INTEGER;
ALTER TABLE team_outbox ADD COLUMN checked TEXT;
ALTER TABLE team_outbox ADD COLUMN checked_commit TEXT;
ALTER TABLE team_outbox ADD COLUMN checked_changed INTEGER;

-- What a holder leaves to the next one: with the event that ended its lease, the files it edited (a JSON array; NULL if
-- none are known) and the branch.
ALTER TABLE event ADD COLUMN files TEXT;
ALTER TABLE event ADD COLUMN branch TEXT;
ALTER TABLE task ADD COLUMN held_before INTEGER NOT NULL DEFAULT 0;
UPDATE task SET held_before = 1
WHERE id IN (SELECT task_id FROM event WHERE kind IN ('released', 'expired', 'failed', 'cancelled'));

-- The files that holders have edited so far, by the fence of their leases.
CREATE TABLE holder_file (
  fence  INTEGER NOT NULL,
  file   TEXT NOT NULL,
  branch TEXT,
  at     INTEGER NOT NULL,
  PRIMARY KEY (fence, file)
) WITHOUT ROWID;
