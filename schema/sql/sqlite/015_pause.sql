-- Since when nobody gets tasks of the swarm; NULL while it is not paused.
ALTER TABLE swarm ADD COLUMN paused_at INTEGER;
