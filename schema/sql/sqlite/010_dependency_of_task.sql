-- A task that is deleted takes its dependencies with it.
CREATE INDEX dependency_of_task ON dependency (task_id);
