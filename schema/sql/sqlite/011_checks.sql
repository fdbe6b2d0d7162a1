-- Results of checks: commands that the person has named in settings, run by the daemon.
CREATE TABLE check_run (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  project      TEXT NOT NULL,
  name         TEXT NOT NULL,
  command      TEXT NOT NULL,
  folder       TEXT NOT NULL,               -- the work tree it ran in
  session      TEXT,                        -- NULL if a person asked for it
  agent        TEXT NOT NULL,
  at           INTEGER NOT NULL,            -- when it began
  duration_ms  INTEGER NOT NULL,
  ending       TEXT NOT NULL,
  exit_code    INTEGER,                     -- NULL if it was stopped
  output       TEXT NOT NULL,               -- the end of it
  tree_commit  TEXT,                        -- the work tree before it ran; NULL outside git
  tree_changed INTEGER,
  tree_digest  TEXT,
  digest_after TEXT,
  last_edit_at INTEGER                      -- by the session's agents, before it ran
);
CREATE INDEX check_run_of_project ON check_run (project, name, id);
