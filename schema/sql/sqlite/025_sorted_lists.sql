-- What a session has done is counted among the tasks that its project has finished since the session began. Dropped first,
-- so that the new indexes take its pages.
DROP INDEX task_done_in_session;

-- With the status, so that those of one status are found without reading the tasks.
DROP INDEX task_dropped;
CREATE INDEX task_dropped ON task (swarm_id, status) WHERE status IN ('failed', 'cancelled');

-- Lists are sorted by these within each swarm. None of the columns changes while somebody works on a task. Every swarm has
-- a positive id: queries that do not say so never choose one of these indexes instead of a smaller one.
CREATE INDEX task_by_priority ON task (swarm_id, priority) WHERE swarm_id > 0;
CREATE INDEX task_by_wave ON task (swarm_id, wave) WHERE swarm_id > 0;
CREATE INDEX task_by_title ON task (swarm_id, substr(title, 1, 8) COLLATE NOCASE) WHERE swarm_id > 0;

-- These do change, so only tasks that are finished are in the indexes: claims and renewals do not write to them.
CREATE INDEX task_by_agent ON task (swarm_id, agent) WHERE status IN ('done', 'failed', 'cancelled');
CREATE INDEX task_finished ON task (swarm_id, finished_at) WHERE status IN ('done', 'failed', 'cancelled');
