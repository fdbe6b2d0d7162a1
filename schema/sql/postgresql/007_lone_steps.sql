-- The steps of one request, as they come while few agents are at work. A group's statements have many parts, and starting
-- them takes longer than running them, so a lone request gets simple ones. Each function returns NULL, having changed
-- nothing, if the step is not that simple; then the functions for groups take it, and then the general ones.

-- Claims the next task of the only open swarm.
CREATE FUNCTION swarmd.claim_one(args jsonb) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  request text := args->>'request_id';
  needed jsonb := args->'tags';
  lease bigint := (args->>'lease_ms')::bigint;
  is_ours boolean;
  open swarmd.swarm[];
  s swarmd.swarm;
  t swarmd.task;
  now bigint;
BEGIN
  IF (args->>'limit')::integer > 1 OR args ? 'id' OR args->'prefer' <> '[]' THEN
    RETURN NULL;
  END IF;
  -- an assignment, for which no statement is started; see wait_for_twin
  is_ours := pg_try_advisory_xact_lock(hashtextextended('swarmd.request ' || request, 0));
  IF NOT is_ours OR EXISTS (SELECT 1 FROM swarmd.event WHERE request_id = request) THEN
    RETURN NULL;
  END IF;
  open := ARRAY(
    SELECT w FROM swarmd.swarm w
    WHERE w.project = args->>'project' AND w.open_wave IS NOT NULL AND w.paused_at IS NULL
      AND w.name = coalesce(args->>'swarm', w.name));
  IF cardinality(open) <> 1 THEN
    RETURN NULL;
  END IF;
  s := open[1];
  IF s.max_claimed IS NOT NULL OR s.tag_limits <> '{}' THEN
    RETURN NULL;
  END IF;
  now := swarmd.now_ms();
  UPDATE swarmd.task SET status = 'claimed', agent = args->>'agent', session = args->>'session',
    workstation = args->>'workstation', attempts = attempts + 1, result = NULL, error = NULL, claimed_at = now,
    finished_at = NULL, token = args->'tokens'->>0, fence = nextval('swarmd.event_id_seq'), lease_ms = lease,
    expires_at = now + lease, version = version + 1, revision = revision + 1
  WHERE id = (
    SELECT n.id FROM swarmd.task n
    WHERE n.swarm_id = s.id AND n.wave = s.open_wave AND n.status = 'pending' AND n.open_deps = 0
      AND n.not_before <= now AND n.tags @> needed
    ORDER BY n.priority, n.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
  RETURNING * INTO t;
  IF t.id IS NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO swarmd.event (id, at, kind, swarm_id, task_id, agent, session, workstation, token, request_id)
  OVERRIDING SYSTEM VALUE
  VALUES (t.fence, now, 'claimed', t.swarm_id, t.id, t.agent, t.session, t.workstation, t.token, request);
  RETURN json_build_object('taken', json_build_object(request, t.id), 'tasks', json_build_array(row_to_json(t)),
                           'swarms', json_build_array(row_to_json(s)), 'now', now);
END $$;

-- Stores a change of one task that no other depends on.
CREATE FUNCTION swarmd.store_one(step swarmd.step, OUT task_row json, OUT must_settle bigint[], OUT now bigint)
LANGUAGE plpgsql AS $$
DECLARE
  e jsonb := step.event;
  is_ours boolean := pg_try_advisory_xact_lock(hashtextextended('swarmd.request ' || step.request_id, 0));
  was text;
  t swarmd.task;
BEGIN
  IF NOT is_ours OR EXISTS (SELECT 1 FROM swarmd.event WHERE request_id = step.request_id)
     OR EXISTS (SELECT 1 FROM swarmd.dependency WHERE depends_on = step.id) THEN
    RETURN;
  END IF;
  SELECT * INTO t FROM swarmd.task WHERE id = step.id AND revision = step.revision FOR NO KEY UPDATE;
  IF t.id IS NULL THEN
    RETURN;
  END IF;
  was := t.status;
  now := swarmd.now_ms();
  INSERT INTO swarmd.event (at, kind, swarm_id, task_id, agent, session, workstation, fence, token, request_id,
                            actor, actor_name, actor_session, note, files, branch, lost)
  VALUES (now, e->>'kind', t.swarm_id, t.id, e->>'agent', e->>'session', CASE WHEN e ? 'agent' THEN t.workstation END,
          (e->>'fence')::bigint, e->>'token', step.request_id, e->>'actor', e->>'actor_name', e->>'actor_session',
          e->>'note', e->'files', e->>'branch', e->>'lost');
  UPDATE swarmd.task SET status = step.status, agent = step.agent, session = step.session, attempts = step.attempts,
    held_before = step.held_before, result = step.result, error = step.error, claimed_at = step.claimed_at,
    finished_at = CASE WHEN step.finished_at IS NOT NULL THEN now END,
    workstation = CASE WHEN step.agent IS NOT NULL THEN workstation END,
    token = step.token, fence = CASE WHEN step.token IS NOT NULL THEN fence END,
    lease_ms = CASE WHEN step.token IS NOT NULL THEN lease_ms END,
    expires_at = CASE WHEN step.token IS NOT NULL THEN now + lease_ms END,
    checked = step.checked, checked_commit = step.checked_commit, checked_changed = step.checked_changed,
    version = version + 1, revision = revision + CASE WHEN status = step.status THEN 0 ELSE 1 END
  WHERE id = step.id RETURNING * INTO t;
  IF EXISTS (SELECT 1 FROM swarmd.dependency WHERE depends_on = step.id) THEN
    RAISE EXCEPTION 'a task has got its first dependent' USING ERRCODE = 'serialization_failure';
  END IF;
  task_row := row_to_json(t);
  must_settle := '{}';
  -- the last one that is claimable is found at once, while many that were claimed lie before the first one
  IF t.status <> was AND (t.status <> 'done' OR NOT EXISTS (
       SELECT 1 FROM (
         SELECT n.id FROM swarmd.task n
         WHERE n.swarm_id = t.swarm_id AND n.status = 'pending' AND n.open_deps = 0
           AND n.wave = (SELECT s.open_wave FROM swarmd.swarm s WHERE s.id = t.swarm_id AND s.state = 'open')
         ORDER BY n.priority DESC, n.id DESC LIMIT 1) claimable)) THEN
    must_settle := ARRAY[t.swarm_id];
  END IF;
END $$;

CREATE OR REPLACE PROCEDURE swarmd.run_steps(requests jsonb, INOUT answer json) LANGUAGE plpgsql AS $$
DECLARE
  stored bigint[];
  rows json[];
  must_settle bigint[];
  now bigint;
  which bigint;
  swarms json := '[]';
BEGIN
  IF jsonb_array_length(requests) = 1 THEN
    SELECT ARRAY[(requests->0->>'id')::bigint], ARRAY[one.task_row], one.must_settle, one.now INTO stored, rows, must_settle, now
    FROM swarmd.store_one(jsonb_populate_record(NULL::swarmd.step, requests->0)) one;
  END IF;
  IF must_settle IS NULL THEN
    SELECT many.stored, many.rows, many.must_settle, many.now INTO stored, rows, must_settle, now
    FROM swarmd.store_steps(requests) many;
  END IF;
  IF cardinality(must_settle) > 0 THEN
    FOR which IN SELECT DISTINCT s FROM unnest(must_settle) s ORDER BY s LOOP
      COMMIT; -- only now do others see the change, and this sees theirs
      PERFORM swarmd.settle(which);
    END LOOP;
    swarms := swarmd.swarms_json(must_settle);
  END IF;
  answer := json_build_object('stored', stored, 'tasks', rows, 'swarms', swarms, 'now', now);
END $$;

-- As the other entry points are planned.
DO $$
DECLARE
  entry regprocedure;
BEGIN
  FOREACH entry IN ARRAY ARRAY['swarmd.claim_one(jsonb)', 'swarmd.store_one(swarmd.step)']::regprocedure[] LOOP
    EXECUTE format('ALTER FUNCTION %s SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
                      SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
                      SET enable_sort = off SET jit = off', entry);
  END LOOP;
END $$;
