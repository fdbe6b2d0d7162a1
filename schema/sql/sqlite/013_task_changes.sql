-- What kind of work a task is: a JSON array of texts.
ALTER TABLE task ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';

-- Who made a change: 'person', 'agent' or 'unknown', its name and an agent's session. NULL for the steps of the
-- task's holder and for what the daemon does itself.
ALTER TABLE event ADD COLUMN actor TEXT;
ALTER TABLE event ADD COLUMN actor_name TEXT;
ALTER TABLE event ADD COLUMN actor_session TEXT;
