-- The steps of one task, as an agent takes most of them: by few statements, which is where a single client's time went.
-- Each returns NULL, having changed nothing, if the step is not that simple; then the general functions take it.

-- Claims the next task of the only open swarm for a request that asks for one of them, whichever it is.
CREATE FUNCTION swarmd.claim_next(args jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  s swarmd.swarm;
  t swarmd.task;
  now bigint;
BEGIN
  IF (args->>'limit')::integer > 1 OR args ? 'id' OR args->'prefer' <> '[]' THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('swarmd.request ' || (args->>'request_id'), 0)); -- see wait_for_twin
  IF EXISTS (SELECT 1 FROM swarmd.event WHERE request_id = args->>'request_id') THEN
    RETURN NULL;
  END IF;
  SELECT * INTO s FROM swarmd.swarm w
  WHERE w.project = args->>'project' AND w.name = coalesce(args->>'swarm', w.name) AND w.open_wave IS NOT NULL
    AND w.paused_at IS NULL AND w.max_claimed IS NULL AND w.tag_limits = '{}'
    AND (args ? 'swarm' OR NOT EXISTS (
      SELECT 1 FROM swarmd.swarm other
      WHERE other.project = w.project AND other.id <> w.id AND other.open_wave IS NOT NULL AND other.paused_at IS NULL));
  IF s.id IS NULL THEN
    RETURN NULL;
  END IF;
  now := swarmd.now_ms();
  UPDATE swarmd.task SET status = 'claimed', agent = args->>'agent', session = args->>'session',
    workstation = args->>'workstation', attempts = attempts + 1, result = NULL, error = NULL, claimed_at = now,
    finished_at = NULL, token = args->'tokens'->>0, fence = nextval('swarmd.event_id_seq'),
    lease_ms = (args->>'lease_ms')::bigint, expires_at = now + (args->>'lease_ms')::bigint, version = version + 1,
    revision = revision + 1
  WHERE id = (
    SELECT n.id FROM swarmd.task n
    WHERE n.swarm_id = s.id AND n.wave = s.open_wave AND n.status = 'pending' AND n.open_deps = 0
      AND n.not_before <= now AND n.tags @> (args->'tags')
    ORDER BY n.priority, n.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
  RETURNING * INTO t;
  IF t.id IS NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO swarmd.event (id, at, kind, swarm_id, task_id, agent, session, workstation, token, request_id)
  OVERRIDING SYSTEM VALUE
  VALUES (t.fence, now, 'claimed', t.swarm_id, t.id, t.agent, t.session, t.workstation, t.token, args->>'request_id');
  RETURN jsonb_build_object('taken', jsonb_build_array(t.id), 'tasks', jsonb_build_array(to_jsonb(t)),
                            'swarms', jsonb_build_array(to_jsonb(s)), 'now', now);
END $$;

-- Stores a change of one task that no other depends on.
CREATE FUNCTION swarmd.change_one(request jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  which bigint := (request->>'id')::bigint;
  e jsonb := request->'event';
  u jsonb := request->'update';
  t swarmd.task;
  was text;
  now bigint;
  must_settle boolean := false;
BEGIN
  -- before any lock, so that the general function can take its own in their order
  IF EXISTS (SELECT 1 FROM swarmd.dependency WHERE depends_on = which) THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('swarmd.request ' || (request->>'request_id'), 0));
  IF EXISTS (SELECT 1 FROM swarmd.event WHERE request_id = request->>'request_id') THEN
    RETURN NULL;
  END IF;
  SELECT * INTO t FROM swarmd.task WHERE id = which FOR NO KEY UPDATE;
  IF EXISTS (SELECT 1 FROM swarmd.dependency WHERE depends_on = which) THEN
    RAISE EXCEPTION 'a task has got its first dependent' USING ERRCODE = 'serialization_failure';
  END IF;
  IF t.id IS NULL OR t.revision <> (request->>'revision')::bigint THEN
    RETURN NULL;
  END IF;
  now := swarmd.now_ms();
  was := t.status;
  INSERT INTO swarmd.event (at, kind, swarm_id, task_id, agent, session, workstation, fence, token, request_id,
                            actor, actor_name, actor_session, note, files, branch, lost)
  VALUES (now, e->>'kind', t.swarm_id, t.id, e->>'agent', e->>'session', CASE WHEN e ? 'agent' THEN t.workstation END,
          (e->>'fence')::bigint, e->>'token', request->>'request_id', e->>'actor', e->>'actor_name',
          e->>'actor_session', e->>'note', e->'files', e->>'branch', e->>'lost');
  UPDATE swarmd.task SET status = u->>'status', agent = u->>'agent', session = u->>'session',
    attempts = (u->>'attempts')::integer, held_before = (u->>'held_before')::boolean, result = u->>'result',
    error = u->>'error',
    claimed_at = (u->>'claimed_at')::bigint,
    finished_at = CASE WHEN u ? 'finished_at' THEN now END,
    workstation = CASE WHEN u ? 'agent' THEN workstation END,
    token = u->>'token', fence = CASE WHEN u ? 'token' THEN fence END,
    lease_ms = CASE WHEN u ? 'token' THEN lease_ms END,
    expires_at = CASE WHEN u ? 'token' THEN now + coalesce((u->>'keep_ms')::bigint, lease_ms) END,
    checked = u->'checked', checked_commit = u->>'checked_commit',
    checked_changed = (u->>'checked_changed')::integer,
    version = version + 1, revision = revision + CASE WHEN status = u->>'status' THEN 0 ELSE 1 END
  WHERE id = which RETURNING * INTO t;
  IF t.status <> was THEN
    must_settle := t.status <> 'done' OR NOT EXISTS ( -- see has_claimable
      SELECT 1 FROM swarmd.swarm s JOIN swarmd.task n ON n.swarm_id = s.id AND n.wave = s.open_wave
      WHERE s.id = t.swarm_id AND s.state = 'open' AND n.status = 'pending' AND n.open_deps = 0);
  END IF;
  RETURN jsonb_build_object(
    'stored', jsonb_build_array(t.id), 'touched', jsonb_build_array(t.id), 'tasks', jsonb_build_array(to_jsonb(t)),
    'swarms', '[]'::jsonb, 'settle', CASE WHEN must_settle THEN jsonb_build_array(t.swarm_id) ELSE '[]'::jsonb END,
    'now', now);
END $$;

CREATE OR REPLACE PROCEDURE swarmd.run(args jsonb, INOUT answer jsonb) LANGUAGE plpgsql AS $$
DECLARE
  which bigint;
BEGIN
  IF jsonb_typeof(args) = 'object' THEN
    answer := swarmd.change(args);
  ELSE
    IF jsonb_array_length(args) = 1 THEN
      answer := swarmd.change_one(args->0);
      IF answer->'settle' = '[]' THEN
        RETURN;
      END IF;
    END IF;
    IF answer IS NULL THEN
      answer := swarmd.change_group(args);
    END IF;
  END IF;
  IF answer ? 'conflict' THEN
    ROLLBACK; -- a part may have been stored before the conflict was found
    RETURN;
  END IF;
  FOR which IN SELECT s::bigint FROM jsonb_array_elements_text(answer->'settle') s LOOP
    COMMIT; -- only now do others see the change, and this sees theirs
    PERFORM swarmd.settle(which);
  END LOOP;
  answer := answer
    || jsonb_build_object('tasks', swarmd.tasks_json(swarmd.numbers(answer->'touched')),
                          'swarms', swarmd.swarms_json(swarmd.numbers((answer->'swarms') || (answer->'settle'))));
END $$;

-- As the other entry points are planned.
DO $$
DECLARE
  entry regprocedure;
BEGIN
  FOREACH entry IN ARRAY ARRAY['swarmd.claim_next(jsonb)', 'swarmd.change_one(jsonb)']::regprocedure[] LOOP
    EXECUTE format('ALTER FUNCTION %s SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
                      SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
                      SET enable_sort = off SET jit = off', entry);
  END LOOP;
END $$;
