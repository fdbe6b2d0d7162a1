-- Names a task within its swarm, so that adding it again changes nothing.
ALTER TABLE task ADD COLUMN key TEXT;
CREATE UNIQUE INDEX task_by_key ON task (swarm_id, key) WHERE key IS NOT NULL;

-- Nobody gets the task before this time; 0 if it need not wait. `retry_ms` is how long it waits after its first failed
-- attempt, and twice as long after each further one; 0 if it does not try again by itself.
ALTER TABLE task ADD COLUMN not_before INTEGER NOT NULL DEFAULT 0;
ALTER TABLE task ADD COLUMN retry_ms INTEGER NOT NULL DEFAULT 0;
CREATE INDEX task_later ON task (swarm_id, not_before) WHERE status = 'pending' AND open_deps = 0 AND not_before > 0;

-- How many tasks of a swarm can be claimed at the same time, and how many with a tag: a JSON object of numbers.
ALTER TABLE swarm ADD COLUMN max_claimed INTEGER;
ALTER TABLE swarm ADD COLUMN tag_limits TEXT NOT NULL DEFAULT '{}';
