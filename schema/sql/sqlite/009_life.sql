-- What a session was doing at its last event, as JSON by agent: turns, tool calls and permission prompts that are
-- open keep its leases. NULL while nothing is.
ALTER TABLE session ADD COLUMN signs TEXT;

-- Tasks that a session's agents have lost and do not know of yet. Few rows, soon gone.
CREATE TABLE lost_task (
  project TEXT NOT NULL,
  session TEXT NOT NULL,
  fence   INTEGER NOT NULL,                 -- of the lease that ended
  task_id INTEGER NOT NULL,
  agent   TEXT NOT NULL,                    -- the holder, by the name it claimed with
  why     TEXT NOT NULL,
  at      INTEGER NOT NULL,
  PRIMARY KEY (project, session, fence)
) WITHOUT ROWID;
