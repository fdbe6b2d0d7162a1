-- What user hooks have to say to a model whose tool calls have no results yet. Few rows, soon gone: no index.
CREATE TABLE waiting_context (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,   -- the order in which they are said
  project TEXT NOT NULL,
  session TEXT NOT NULL,
  agent   TEXT NOT NULL,                       -- empty for the main agent
  at      INTEGER NOT NULL,
  text    TEXT NOT NULL,
  calls   TEXT NOT NULL                        -- JSON array: the tool calls without a result
);
