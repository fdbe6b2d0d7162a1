-- What a project's sessions should know again after a compaction. Those of kind working are forgotten after a time.
CREATE TABLE note (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  project TEXT NOT NULL,
  kind    TEXT NOT NULL,
  session TEXT,
  text    TEXT NOT NULL,
  at      INTEGER NOT NULL
);
CREATE INDEX note_of_project ON note (project, at);
