-- Without the dependents of tasks that were only added or claimed: other steps alone change those.
CREATE OR REPLACE FUNCTION swarmd.feed(after_xid text, after_id bigint, most integer) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  events json;
  task_ids bigint[];
  moved bigint[];
  swarm_ids bigint[];
BEGIN
  -- a reader has to start over if it was away for too long, or if its last event is not in this history: of a backup
  IF after_id > 0 AND EXISTS (
       SELECT 1 FROM swarmd.team
       WHERE (pruned_xid, pruned_id) > (after_xid::xid8, after_id)
          OR (pruned_xid, pruned_id) <> (after_xid::xid8, after_id)
             AND NOT EXISTS (SELECT 1 FROM swarmd.event WHERE id = after_id AND xid = after_xid::xid8)) THEN
    RETURN json_build_object('gone', true);
  END IF;
  -- none of these is DISTINCT, for which PostgreSQL would sort the rows of all three
  SELECT json_agg(row_to_json(e)), array_agg(e.task_id), array_agg(e.swarm_id),
    array_agg(e.task_id) FILTER (WHERE e.kind NOT IN ('created', 'claimed'))
    INTO events, task_ids, swarm_ids, moved
  FROM (SELECT * FROM swarmd.event
        WHERE (xid, id) > (after_xid::xid8, after_id) AND xid < pg_snapshot_xmin(pg_current_snapshot())
        ORDER BY xid, id LIMIT most) e;
  IF events IS NULL THEN
    RETURN json_build_object('events', '[]'::json, 'tasks', '[]'::json, 'swarms', '[]'::json);
  END IF;
  task_ids := task_ids || ARRAY(SELECT task_id FROM swarmd.dependency WHERE depends_on = ANY (moved));
  RETURN json_build_object(
    'events', events,
    'tasks', (SELECT coalesce(json_agg(row_to_json(t)), '[]') FROM swarmd.task t WHERE t.id = ANY (task_ids)),
    'swarms', swarmd.swarms_json(swarm_ids || ARRAY(
      SELECT DISTINCT swarm_id FROM swarmd.task WHERE id = ANY (task_ids) AND swarm_id <> ALL (swarm_ids))));
END $$;

-- CREATE OR REPLACE has taken these away; see 001_tasks.sql.
ALTER FUNCTION swarmd.feed(text, bigint, integer) SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
  SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_sort = off SET jit = off;
