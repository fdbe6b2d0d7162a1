-- The blocks of 1024 consecutive events in which a project has any, so that its events are found among millions of others'.
CREATE TABLE event_block (
  project TEXT NOT NULL,
  number  INTEGER NOT NULL,                 -- the events' ids / 1024
  PRIMARY KEY (project, number)
) WITHOUT ROWID;
INSERT INTO event_block SELECT DISTINCT project, id / 1024 FROM event;

-- What went wrong or was dropped is shown in every status, and is little of many.
CREATE INDEX task_dropped ON task (swarm_id, id) WHERE status IN ('failed', 'cancelled');

-- Claimed tasks are few. Only hooks ask for those of a session all the time, so that index stays, and the one of leases.
DROP INDEX task_held;
