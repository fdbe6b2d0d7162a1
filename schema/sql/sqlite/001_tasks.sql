-- A named group of tasks within a project.
CREATE TABLE swarm (
  id        INTEGER PRIMARY KEY,
  project   TEXT NOT NULL,
  name      TEXT NOT NULL,
  -- the lowest wave that has unsettled tasks: only its tasks are claimable; NULL when all are settled
  open_wave INTEGER,
  -- what was last announced, so that each announcement is made once
  state     TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'complete', 'stuck')),
  UNIQUE (project, name)
);

-- How many tasks of each wave are in which status: kept by every transition, so that nothing ever counts all tasks.
CREATE TABLE wave (
  swarm_id  INTEGER NOT NULL REFERENCES swarm (id),
  number    INTEGER NOT NULL,
  pending   INTEGER NOT NULL DEFAULT 0,
  claimed   INTEGER NOT NULL DEFAULT 0,
  done      INTEGER NOT NULL DEFAULT 0,
  failed    INTEGER NOT NULL DEFAULT 0,
  cancelled INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (swarm_id, number)
) WITHOUT ROWID;

CREATE TABLE task (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  swarm_id     INTEGER NOT NULL REFERENCES swarm (id),
  title        TEXT NOT NULL,
  description  TEXT,
  priority     INTEGER NOT NULL,
  wave         INTEGER NOT NULL,
  depends_on   TEXT NOT NULL,               -- JSON array of task ids, as given
  open_deps    INTEGER NOT NULL,            -- how many of them are neither done nor cancelled
  files        TEXT NOT NULL,               -- JSON array of globs
  status       TEXT NOT NULL CHECK (status IN ('pending', 'claimed', 'done', 'failed', 'cancelled')),
  agent        TEXT,
  session      TEXT,
  attempts     INTEGER NOT NULL DEFAULT 0,
  max_attempts INTEGER NOT NULL,
  result       TEXT,
  error        TEXT,
  created_at   INTEGER NOT NULL,
  claimed_at   INTEGER,
  finished_at  INTEGER,
  -- the current lease; NULL unless claimed
  token        TEXT,
  fence        INTEGER,
  lease_ms     INTEGER,
  expires_at   INTEGER
);

CREATE INDEX task_claimable ON task (swarm_id, wave, priority, id) WHERE status = 'pending' AND open_deps = 0;
CREATE INDEX task_waiting ON task (swarm_id, wave) WHERE status = 'pending' AND open_deps > 0;
CREATE INDEX task_lease ON task (expires_at) WHERE status = 'claimed';
CREATE INDEX task_held ON task (agent) WHERE status = 'claimed';
CREATE INDEX task_by_swarm ON task (swarm_id, id);

CREATE TABLE dependency (
  depends_on INTEGER NOT NULL REFERENCES task (id),
  task_id    INTEGER NOT NULL REFERENCES task (id),
  PRIMARY KEY (depends_on, task_id)
) WITHOUT ROWID;

-- Append-only: a task's history and the feed behind /v1/events. The id of a 'claimed' event is that lease's fence.
CREATE TABLE event (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  at         INTEGER NOT NULL,
  kind       TEXT NOT NULL,
  project    TEXT NOT NULL,
  swarm      TEXT NOT NULL,
  task_id    INTEGER,
  agent      TEXT,
  session    TEXT,
  fence      INTEGER,
  token      TEXT,
  request_id TEXT,
  note       TEXT
);

CREATE INDEX event_by_task ON event (task_id, id) WHERE task_id IS NOT NULL;
CREATE INDEX event_by_request ON event (request_id) WHERE request_id IS NOT NULL;
