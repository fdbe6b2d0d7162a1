-- What each session is bound to from its first event on: looked up by its id alone.
CREATE TABLE binding (
  session      TEXT NOT NULL PRIMARY KEY,
  project      TEXT NOT NULL,
  folder       TEXT NOT NULL,               -- the project's main work tree
  host         TEXT NOT NULL,
  host_pid     INTEGER,                     -- NULL where the process is unknown or has ended
  host_started TEXT,                        -- when it started, in the system's own terms
  skipped      TEXT NOT NULL,               -- JSON array of hook types and names
  disabled     INTEGER NOT NULL,
  saved_at     INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX binding_with_process ON binding (host_pid) WHERE host_pid IS NOT NULL;
CREATE INDEX binding_of_project ON binding (project, folder);

-- Sessions that were known before: the newest of each id.
INSERT OR IGNORE INTO binding
SELECT id, project, project, host, NULL, NULL, '[]', 0, last_seen FROM session
ORDER BY ended_at IS NULL DESC, last_seen DESC;

-- A mode that only the end of its session has ended can come back with the session.
ALTER TABLE mode ADD COLUMN ended_at INTEGER;
