-- The account that a session works for, where its environment names one.
ALTER TABLE binding ADD COLUMN account TEXT;

-- Accounts that cannot work, as a host has reported: their sessions get no tasks before `until`. The row stays for as
-- long as nothing shows that the account works again, because each further wait is longer than the one before.
CREATE TABLE account_pause (
  account TEXT NOT NULL PRIMARY KEY,
  cause   TEXT NOT NULL,             -- rate_limit, overloaded or unauthorized
  since   INTEGER NOT NULL,
  until   INTEGER NOT NULL,
  named   INTEGER NOT NULL,          -- whether the host has named the time
  waits   INTEGER NOT NULL,          -- how often in a row it has not
  text    TEXT NOT NULL              -- what the host said
) WITHOUT ROWID;

-- In `swarm.tag_limits`, a number that is not positive pauses the tag: 0 if it has no limit, else the negative limit.

-- Grows with every change of a swarm in a team's database, so that a copy never goes back; 0 for swarms of this database.
ALTER TABLE swarm ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
