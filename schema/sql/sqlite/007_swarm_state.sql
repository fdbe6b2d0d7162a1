-- When `state` began, so that a mode is not over by what was complete before it.
ALTER TABLE swarm ADD COLUMN state_at INTEGER NOT NULL DEFAULT 0;
