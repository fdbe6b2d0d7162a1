-- Lessons for the sessions of a project: seen once, proposed, accepted by the person, or retired.
CREATE TABLE skill (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  project   TEXT NOT NULL,
  status    TEXT NOT NULL,
  origin    TEXT NOT NULL,
  subject   TEXT NOT NULL, -- the same for texts that say the same
  text      TEXT NOT NULL,
  triggers  TEXT NOT NULL, -- a JSON array
  used      INTEGER NOT NULL DEFAULT 0,
  last_used INTEGER,
  at        INTEGER NOT NULL, -- of the last change of its status
  UNIQUE (project, subject)
);
