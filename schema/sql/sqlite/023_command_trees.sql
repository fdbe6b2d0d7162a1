-- In which work trees an agent of a session has run commands that may write, and when last. An empty agent is the session's
-- main one.
CREATE TABLE agent_tree (
  project TEXT NOT NULL,
  session TEXT NOT NULL,
  agent   TEXT NOT NULL,
  tree    TEXT NOT NULL,
  at      INTEGER NOT NULL,
  PRIMARY KEY (project, session, agent, tree)
) WITHOUT ROWID;
