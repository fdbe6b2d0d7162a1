-- Messages between agents, one row for each receiver. A team's messages are in PostgreSQL, and these rows are a copy then.
CREATE TABLE message (
  id                 INTEGER PRIMARY KEY AUTOINCREMENT,
  sending            TEXT NOT NULL,     -- the same for all receivers of one call; repeating it adds nothing
  project            TEXT NOT NULL,
  sender             TEXT NOT NULL,     -- whose rate is limited
  sender_kind        TEXT NOT NULL,
  sender_name        TEXT,
  sender_session     TEXT,
  sender_workstation TEXT,
  session            TEXT NOT NULL,     -- of the receiver; empty for an agent without one
  agent              TEXT NOT NULL,     -- empty for the session's main agent
  workstation        TEXT NOT NULL,     -- empty unless a team shares the message
  name               TEXT NOT NULL,     -- what the receiver is called
  text               TEXT NOT NULL,
  sent_at            INTEGER NOT NULL,
  delivered_at       INTEGER,
  delivered_with     TEXT,              -- the event whose answer carried it
  read_at            INTEGER
);
CREATE INDEX message_unread ON message (project, session, id) WHERE read_at IS NULL;
CREATE INDEX message_by_sender ON message (sender, sent_at);
CREATE INDEX message_by_sending ON message (sending);

-- What the team's database has yet to learn about messages to agents of this workstation.
CREATE TABLE message_receipt (
  id           INTEGER PRIMARY KEY,
  sending      TEXT NOT NULL,
  delivered_at INTEGER,
  read_at      INTEGER
);

-- Up to where the copy has followed the team's messages.
ALTER TABLE team_position ADD COLUMN message_xid TEXT NOT NULL DEFAULT '0';
ALTER TABLE team_position ADD COLUMN message_id INTEGER NOT NULL DEFAULT 0;
