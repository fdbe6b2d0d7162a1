-- Which agent of a session has edited which file, and when last. An empty agent is the session's main one.
CREATE TABLE agent_file (
  project TEXT NOT NULL,
  session TEXT NOT NULL,
  agent   TEXT NOT NULL,
  file    TEXT NOT NULL,
  at      INTEGER NOT NULL,
  PRIMARY KEY (project, session, agent, file)
) WITHOUT ROWID;

-- What a hook has left for people to read, such as a session's summary.
ALTER TABLE hook_event ADD COLUMN note TEXT;

-- A session's summary counts what it has done, however many tasks there are.
CREATE INDEX task_done_in_session ON task (session) WHERE status = 'done' AND session IS NOT NULL;
