-- What a model has been told, so that it is not told again. An empty agent is the session's main one.
CREATE TABLE told (
  project TEXT NOT NULL,
  session TEXT NOT NULL,
  agent   TEXT NOT NULL,
  what    TEXT NOT NULL,
  at      INTEGER NOT NULL,
  PRIMARY KEY (project, session, agent, what)
) WITHOUT ROWID;
