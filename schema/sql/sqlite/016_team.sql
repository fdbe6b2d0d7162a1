-- A team's tasks are in PostgreSQL, and these tables have a copy of them: `version` grows with every change of the
-- task, `revision` with those that decisions depend on. Both are 0 for tasks that are only here.
ALTER TABLE task ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE task ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE task ADD COLUMN workstation TEXT;

-- Up to where this copy has followed which team; at most one row.
CREATE TABLE team_position (
  team       TEXT NOT NULL,
  generation INTEGER NOT NULL,
  xid        TEXT NOT NULL,
  id         INTEGER NOT NULL
);

-- Steps of holders that the team's database has yet to take.
CREATE TABLE team_outbox (
  number  INTEGER PRIMARY KEY AUTOINCREMENT,
  step    TEXT NOT NULL,
  task_id INTEGER NOT NULL,
  token   TEXT NOT NULL,
  text    TEXT
);

-- Names this file in the team's database, which remembers what was moved from here.
CREATE TABLE identity (
  id TEXT NOT NULL
);
INSERT INTO identity VALUES (lower(hex(randomblob(16))));

-- Tasks of the team that were moved here: doing it twice changes nothing.
CREATE TABLE unpacked_parcel (
  id TEXT PRIMARY KEY
) WITHOUT ROWID;
