-- Few tasks have tags, and lists are filtered by them.
CREATE INDEX task_tagged ON task (swarm_id, id, tags) WHERE tags <> '[]';
