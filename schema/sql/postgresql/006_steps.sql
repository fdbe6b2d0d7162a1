-- Every step that agents usually take is a group of requests, of one if only one waits, and a group is few statements:
-- starting them is what a step costs. Answers are json, not jsonb: they are written once and never searched, and
-- writing a row takes a quarter of the time.

-- An unsettled task is in exactly one of these indexes, so a claim adds one entry and a completion none.
DROP INDEX swarmd.task_unsettled;
DROP INDEX swarmd.task_claimed;
CREATE INDEX task_claimed ON swarmd.task (swarm_id, wave) WHERE status = 'claimed';
CREATE INDEX task_blocked ON swarmd.task (swarm_id, wave) WHERE status = 'pending' AND open_deps > 0;
CREATE INDEX task_failed ON swarmd.task (swarm_id, wave) WHERE status = 'failed';

CREATE FUNCTION swarmd.lowest_unsettled_wave(which bigint) RETURNS integer LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN least(
    (SELECT min(wave) FROM swarmd.task WHERE swarm_id = which AND status = 'pending' AND open_deps = 0),
    (SELECT min(wave) FROM swarmd.task WHERE swarm_id = which AND status = 'pending' AND open_deps > 0),
    (SELECT min(wave) FROM swarmd.task WHERE swarm_id = which AND status = 'claimed'),
    (SELECT min(wave) FROM swarmd.task WHERE swarm_id = which AND status = 'failed'));
END $$;

CREATE OR REPLACE FUNCTION swarmd.settle(which bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  s swarmd.swarm;
  lowest integer;
  current text;
BEGIN
  SELECT * INTO s FROM swarmd.swarm WHERE id = which FOR NO KEY UPDATE;
  lowest := swarmd.lowest_unsettled_wave(which);
  current := CASE
    WHEN EXISTS (SELECT 1 FROM swarmd.task WHERE swarm_id = which AND status = 'claimed') THEN 'open'
    WHEN EXISTS (SELECT 1 FROM swarmd.task
                 WHERE swarm_id = which AND wave = lowest AND status = 'pending' AND open_deps = 0) THEN 'open'
    WHEN EXISTS (SELECT 1 FROM swarmd.task WHERE swarm_id = which AND status = 'pending' AND open_deps = 0)
      OR EXISTS (SELECT 1 FROM swarmd.task WHERE swarm_id = which AND status = 'pending' AND open_deps > 0) THEN 'stuck'
    ELSE 'complete' END;
  IF s.open_wave IS NOT DISTINCT FROM lowest AND s.state = current THEN
    RETURN;
  END IF;
  UPDATE swarmd.swarm SET open_wave = lowest, state = current,
    state_at = CASE WHEN state = current THEN state_at ELSE swarmd.now_ms() END
  WHERE id = which;
  INSERT INTO swarmd.event (at, kind, swarm_id)
  VALUES (swarmd.now_ms(),
          CASE WHEN s.state = current OR current = 'open' THEN 'settled' ELSE 'swarm_' || current END, which);
END $$;

CREATE OR REPLACE FUNCTION swarmd.settle_all() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  s bigint;
BEGIN
  FOR s IN SELECT w.id FROM swarmd.swarm w
           WHERE w.state <> 'complete' OR w.open_wave IS DISTINCT FROM swarmd.lowest_unsettled_wave(w.id)
              OR EXISTS (SELECT 1 FROM swarmd.task WHERE swarm_id = w.id AND status = 'claimed')
              OR EXISTS (SELECT 1 FROM swarmd.task WHERE swarm_id = w.id AND status = 'pending' AND open_deps = 0)
              OR EXISTS (SELECT 1 FROM swarmd.task WHERE swarm_id = w.id AND status = 'pending' AND open_deps > 0)
           ORDER BY w.id LOOP
    PERFORM swarmd.settle(s);
  END LOOP;
END $$;

CREATE TYPE swarmd.claimant AS (request_id text, agent text, session text, tokens jsonb, lease_ms bigint);

-- Claims one task for each of a group of requests that want the same; a call without a group is a request itself.
-- Requests that are not among the answers got nothing, and must be repeated alone by swarmd.claim. NULL if all must.
CREATE FUNCTION swarmd.claim_steps(args jsonb) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  claimants swarmd.claimant[];
  open swarmd.swarm[];
  limited boolean;
  swarms json;
  taken json;
  tasks json;
  now bigint;
BEGIN
  IF NOT args ? 'requests' AND ((args->>'limit')::integer > 1 OR args ? 'id' OR args->'prefer' <> '[]') THEN
    RETURN NULL;
  END IF;
  -- a request that is repeated because its connection was cut may still be at work; a group never waits for it
  claimants := ARRAY(
    SELECT c FROM jsonb_populate_recordset(NULL::swarmd.claimant, coalesce(args->'requests', jsonb_build_array(args))) c
    WHERE pg_try_advisory_xact_lock(hashtextextended('swarmd.request ' || c.request_id, 0)));
  -- a statement of its own, which sees what was stored until the locks were taken
  claimants := ARRAY(
    SELECT c FROM unnest(claimants) c
    WHERE NOT EXISTS (SELECT 1 FROM swarmd.event e WHERE e.request_id = c.request_id));
  SELECT array_agg(w ORDER BY w.id), bool_or(w.max_claimed IS NOT NULL OR w.tag_limits <> '{}'), json_agg(row_to_json(w))
    INTO open, limited, swarms
  FROM swarmd.swarm w
  WHERE w.project = args->>'project' AND w.open_wave IS NOT NULL AND w.paused_at IS NULL
    AND w.name = coalesce(args->>'swarm', w.name);
  IF open IS NULL OR limited THEN
    RETURN NULL;
  END IF;
  now := swarmd.now_ms();
  WITH dealt AS MATERIALIZED (
    SELECT d.*, nextval('swarmd.event_id_seq') AS fence
    FROM ROWS FROM (unnest(swarmd.pick(open, args->'tags', '{}', cardinality(claimants), now)), unnest(claimants))
      d (id, request_id, agent, session, tokens, lease_ms)
    WHERE d.id IS NOT NULL
  ), claimed AS (
    UPDATE swarmd.task t SET status = 'claimed', agent = d.agent, session = d.session,
      workstation = args->>'workstation', attempts = t.attempts + 1, result = NULL, error = NULL, claimed_at = now,
      finished_at = NULL, token = d.tokens->>0, fence = d.fence, lease_ms = d.lease_ms,
      expires_at = now + d.lease_ms, version = t.version + 1, revision = t.revision + 1
    FROM dealt d WHERE t.id = d.id
    RETURNING t.id, t.swarm_id, t.agent, t.session, t.workstation, t.token, t.fence, d.request_id, row_to_json(t) AS row
  ), logged AS (
    INSERT INTO swarmd.event (id, at, kind, swarm_id, task_id, agent, session, workstation, token, request_id)
    OVERRIDING SYSTEM VALUE
    SELECT fence, now, 'claimed', swarm_id, id, agent, session, workstation, token, request_id FROM claimed)
  SELECT json_object_agg(request_id, id), json_agg(row) INTO taken, tasks FROM claimed;
  RETURN CASE WHEN taken IS NOT NULL
         THEN json_build_object('taken', taken, 'tasks', tasks, 'swarms', swarms, 'now', now) END;
END $$;

CREATE TYPE swarmd.step AS (
  request_id text, id bigint, revision bigint, event jsonb,
  status text, agent text, session text, attempts integer, held_before boolean, result text, error text,
  claimed_at bigint, finished_at bigint, token text,
  checked jsonb, checked_commit text, checked_changed integer);

-- Stores a group of changes, each of one task that it knows by its revision. A change whose task is no longer so, and
-- one that is repeated, is not among the answers and must be stored alone by swarmd.change.
CREATE FUNCTION swarmd.store_steps(requests jsonb, OUT stored bigint[], OUT rows json[], OUT must_settle bigint[],
                                   OUT now bigint) LANGUAGE plpgsql AS $$
DECLARE
  steps swarmd.step[] := ARRAY(
    SELECT s FROM jsonb_populate_recordset(NULL::swarmd.step, requests) s
    WHERE pg_try_advisory_xact_lock(hashtextextended('swarmd.request ' || s.request_id, 0)));
  ids bigint[] := ARRAY(SELECT s.id FROM unnest(steps) s);
  dependents bigint[] := ARRAY(SELECT DISTINCT task_id FROM swarmd.dependency WHERE depends_on = ANY (ids));
  moved bigint[];           -- tasks whose status has changed
  by_one integer[];         -- how that changes the number of open dependencies of each one's dependents
  nearer_to_end bigint[];   -- swarms that need settling only if nothing is left to claim
BEGIN
  PERFORM 1 FROM swarmd.task WHERE id = ANY (ids || dependents) ORDER BY id FOR NO KEY UPDATE;
  IF EXISTS (SELECT 1 FROM swarmd.dependency WHERE depends_on = ANY (ids) AND task_id <> ALL (dependents)) THEN
    RAISE EXCEPTION 'a task has got another dependent' USING ERRCODE = 'serialization_failure';
  END IF;
  now := swarmd.now_ms();
  WITH wanted AS MATERIALIZED (
    SELECT s.*, t.swarm_id, t.workstation, t.status AS was
    FROM unnest(steps) s JOIN swarmd.task t ON t.id = s.id AND t.revision = s.revision
    WHERE NOT EXISTS (SELECT 1 FROM swarmd.event e WHERE e.request_id = s.request_id)
  ), logged AS (
    INSERT INTO swarmd.event (at, kind, swarm_id, task_id, agent, session, workstation, fence, token, request_id,
                              actor, actor_name, actor_session, note, files, branch, lost)
    SELECT now, event->>'kind', swarm_id, id, event->>'agent', event->>'session',
      CASE WHEN event ? 'agent' THEN workstation END, (event->>'fence')::bigint, event->>'token', request_id,
      event->>'actor', event->>'actor_name', event->>'actor_session', event->>'note', event->'files', event->>'branch',
      event->>'lost'
    FROM wanted
  ), updated AS (
    UPDATE swarmd.task t SET status = w.status, agent = w.agent, session = w.session, attempts = w.attempts,
      held_before = w.held_before, result = w.result, error = w.error, claimed_at = w.claimed_at,
      finished_at = CASE WHEN w.finished_at IS NOT NULL THEN now END,
      workstation = CASE WHEN w.agent IS NOT NULL THEN t.workstation END,
      token = w.token, fence = CASE WHEN w.token IS NOT NULL THEN t.fence END,
      lease_ms = CASE WHEN w.token IS NOT NULL THEN t.lease_ms END,
      expires_at = CASE WHEN w.token IS NOT NULL THEN now + t.lease_ms END,
      checked = w.checked, checked_commit = w.checked_commit, checked_changed = w.checked_changed,
      version = t.version + 1, revision = t.revision + CASE WHEN t.status = w.status THEN 0 ELSE 1 END
    FROM wanted w WHERE t.id = w.id
    RETURNING t.id, t.swarm_id, t.status, w.was, row_to_json(t) AS row)
  SELECT coalesce(array_agg(id), '{}'), coalesce(array_agg(row), '{}'), array_agg(id) FILTER (WHERE status <> was),
    array_agg((was IN ('done', 'cancelled'))::integer - (status IN ('done', 'cancelled'))::integer)
      FILTER (WHERE status <> was),
    coalesce(array_agg(DISTINCT swarm_id) FILTER (WHERE status <> was AND status <> 'done'), '{}'),
    array_agg(DISTINCT swarm_id) FILTER (WHERE status <> was AND status = 'done')
    INTO stored, rows, moved, by_one, must_settle, nearer_to_end
  FROM updated;
  IF nearer_to_end IS NOT NULL THEN -- by the order of the index of claimable tasks, so that no other one is used
    must_settle := must_settle || ARRAY(
      SELECT s.id FROM swarmd.swarm s LEFT JOIN LATERAL (
        SELECT n.id FROM swarmd.task n
        WHERE n.swarm_id = s.id AND n.wave = s.open_wave AND n.status = 'pending' AND n.open_deps = 0
        ORDER BY n.priority, n.id LIMIT 1) claimable ON s.state = 'open'
      WHERE s.id = ANY (nearer_to_end) AND claimable.id IS NULL);
  END IF;
  IF cardinality(dependents) > 0 AND moved IS NOT NULL THEN
    WITH counted AS (
      UPDATE swarmd.task t SET open_deps = open_deps + change, version = version + 1
      FROM (SELECT d.task_id, sum(m.by_one) AS change FROM unnest(moved, by_one) m (id, by_one)
              JOIN swarmd.dependency d ON d.depends_on = m.id GROUP BY d.task_id) counts
      WHERE t.id = counts.task_id AND change <> 0
      RETURNING row_to_json(t) AS row)
    SELECT rows || coalesce(array_agg(row), '{}') INTO rows FROM counted;
    must_settle := must_settle || ARRAY(
      SELECT DISTINCT o.swarm_id FROM swarmd.dependency d JOIN swarmd.task o ON o.id = d.task_id
        JOIN swarmd.task m ON m.id = d.depends_on
      WHERE d.depends_on = ANY (moved) AND o.swarm_id <> m.swarm_id);
  END IF;
END $$;

-- The same with the consequences for the swarms, in one round trip.
CREATE PROCEDURE swarmd.run_steps(requests jsonb, INOUT answer json) LANGUAGE plpgsql AS $$
DECLARE
  done record;
  which bigint;
  swarms json := '[]';
BEGIN
  SELECT * INTO done FROM swarmd.store_steps(requests);
  IF cardinality(done.must_settle) > 0 THEN
    FOR which IN SELECT DISTINCT s FROM unnest(done.must_settle) s ORDER BY s LOOP
      COMMIT; -- only now do others see the change, and this sees theirs
      PERFORM swarmd.settle(which);
    END LOOP;
    swarms := swarmd.swarms_json(done.must_settle);
  END IF;
  answer := json_build_object('stored', done.stored, 'tasks', done.rows, 'swarms', swarms, 'now', done.now);
END $$;

CREATE OR REPLACE PROCEDURE swarmd.run(args jsonb, INOUT answer jsonb) LANGUAGE plpgsql AS $$
DECLARE
  which bigint;
BEGIN
  answer := swarmd.change(args);
  IF answer ? 'conflict' THEN
    ROLLBACK; -- a part may have been stored before the conflict was found
    RETURN;
  END IF;
  FOR which IN SELECT s::bigint FROM jsonb_array_elements_text(answer->'settle') s LOOP
    COMMIT; -- see swarmd.run_steps
    PERFORM swarmd.settle(which);
  END LOOP;
  answer := answer
    || jsonb_build_object('tasks', swarmd.tasks_json(swarmd.numbers(answer->'touched')),
                          'swarms', swarmd.swarms_json(swarmd.numbers((answer->'swarms') || (answer->'settle'))));
END $$;

DROP FUNCTION swarmd.claim_next(jsonb);
DROP FUNCTION swarmd.claim_group(jsonb);
DROP FUNCTION swarmd.change_one(jsonb);
DROP FUNCTION swarmd.change_group(jsonb);
DROP FUNCTION swarmd.new_requests(jsonb);

-- See 001_tasks.sql; the order of events and tasks is that of their indexes.
DROP FUNCTION swarmd.feed(text, bigint, integer);
CREATE FUNCTION swarmd.feed(after_xid text, after_id bigint, most integer) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  events json;
  task_ids bigint[];
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
  SELECT json_agg(row_to_json(e)), array_agg(e.task_id), array_agg(e.swarm_id) INTO events, task_ids, swarm_ids
  FROM (SELECT * FROM swarmd.event
        WHERE (xid, id) > (after_xid::xid8, after_id) AND xid < pg_snapshot_xmin(pg_current_snapshot())
        ORDER BY xid, id LIMIT most) e;
  IF events IS NULL THEN
    RETURN json_build_object('events', '[]'::json, 'tasks', '[]'::json, 'swarms', '[]'::json);
  END IF;
  task_ids := task_ids || ARRAY(SELECT task_id FROM swarmd.dependency WHERE depends_on = ANY (task_ids));
  RETURN json_build_object(
    'events', events,
    'tasks', (SELECT coalesce(json_agg(row_to_json(t)), '[]') FROM swarmd.task t WHERE t.id = ANY (task_ids)),
    'swarms', swarmd.swarms_json(swarm_ids || ARRAY(
      SELECT DISTINCT swarm_id FROM swarmd.task WHERE id = ANY (task_ids) AND swarm_id <> ALL (swarm_ids))));
END $$;

DROP FUNCTION swarmd.messages_after(text, bigint, integer);
CREATE FUNCTION swarmd.messages_after(after_xid text, after_id bigint, most integer) RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT coalesce(json_agg(row_to_json(m)), '[]')
    FROM (SELECT * FROM swarmd.message
          WHERE (xid, id) > (after_xid::xid8, after_id) AND xid < pg_snapshot_xmin(pg_current_snapshot())
          ORDER BY xid, id LIMIT most) m);
END $$;

-- As the other entry points are planned.
DO $$
DECLARE
  entry regprocedure;
BEGIN
  FOREACH entry IN ARRAY ARRAY[
    'swarmd.claim_steps(jsonb)', 'swarmd.store_steps(jsonb)', 'swarmd.settle(bigint)', 'swarmd.settle_all()',
    'swarmd.feed(text, bigint, integer)', 'swarmd.messages_after(text, bigint, integer)']::regprocedure[] LOOP
    EXECUTE format('ALTER FUNCTION %s SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
                      SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
                      SET enable_sort = off SET jit = off', entry);
  END LOOP;
END $$;
