-- Every hook event writes to session and hook_event, so neither has an index besides its key.

-- A session of a host. Hosts choose the ids, so one is only known together with its project.
CREATE TABLE session (
  project    TEXT NOT NULL,
  id         TEXT NOT NULL,
  host       TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  last_seen  INTEGER NOT NULL,
  ended_at   INTEGER,
  idle_holds INTEGER NOT NULL DEFAULT 0,
  reminders  INTEGER NOT NULL DEFAULT 0,
  open_todos INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (project, id)
) WITHOUT ROWID;

CREATE TABLE subagent (
  project    TEXT NOT NULL,
  session    TEXT NOT NULL,
  id         TEXT NOT NULL,
  type       TEXT,
  started_at INTEGER NOT NULL,
  last_seen  INTEGER NOT NULL,
  ended_at   INTEGER,
  holds      INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (project, session, id)
) WITHOUT ROWID;

-- Append-only; the oldest are dropped. The newest stays, so that ids only grow without AUTOINCREMENT's second write.
CREATE TABLE hook_event (
  id              INTEGER PRIMARY KEY,
  at              INTEGER NOT NULL,
  project         TEXT,
  session         TEXT,
  agent           TEXT,
  host            TEXT NOT NULL,
  type            TEXT NOT NULL,
  decision        TEXT,
  handler         TEXT,
  duration_micros INTEGER NOT NULL,
  error           TEXT
);

-- A mode may be started for a session that has not sent a hook event yet: no foreign key.
CREATE TABLE mode (
  project    TEXT NOT NULL,
  session    TEXT NOT NULL,
  mode       TEXT NOT NULL,
  state      TEXT NOT NULL,                 -- JSON object of the fields that this mode has
  started_at INTEGER NOT NULL,
  checked_at INTEGER NOT NULL,
  holds      INTEGER NOT NULL,
  PRIMARY KEY (project, session, mode)
) WITHOUT ROWID;

-- Every hook event asks what its session holds.
CREATE INDEX task_in_session ON task (session) WHERE status = 'claimed' AND session IS NOT NULL;
