-- The tasks of a team. Every daemon has a copy of them; whatever changes them is one call of a procedure below.
-- Locks are taken in the order of the tasks' ids, and a swarm's after those of its tasks. Functions are in PL/pgSQL,
-- which keeps their plans: planning takes longer than running.

-- One row. `generation` changes when positions in the feed lose their meaning, as after a restored backup. Events up to
-- `pruned_xid` and `pruned_id` may have been deleted because they were old.
CREATE TABLE swarmd.team (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  generation bigint NOT NULL DEFAULT 1,
  pruned_xid xid8 NOT NULL DEFAULT '0',
  pruned_id  bigint NOT NULL DEFAULT 0
);
INSERT INTO swarmd.team DEFAULT VALUES;

CREATE TABLE swarmd.swarm (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project   text NOT NULL,
  name      text NOT NULL,
  open_wave integer,
  state     text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'complete', 'stuck')),
  state_at  bigint NOT NULL DEFAULT 0,
  paused_at bigint,
  checks    jsonb NOT NULL DEFAULT '[]', -- that all its tasks need
  max_claimed integer,
  tag_limits jsonb NOT NULL DEFAULT '{}',
  UNIQUE (project, name)
);

CREATE TABLE swarmd.task (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  swarm_id     bigint NOT NULL REFERENCES swarmd.swarm (id),
  -- grows with every change, so that a copy never goes back
  version      bigint NOT NULL DEFAULT 1,
  -- grows with every change but renewals and dependencies that are settled: what a decision was based on
  revision     bigint NOT NULL DEFAULT 1,
  title        text NOT NULL,
  description  text,
  priority     integer NOT NULL,
  wave         integer NOT NULL,
  depends_on   jsonb NOT NULL,
  open_deps    integer NOT NULL,
  files        jsonb NOT NULL,
  tags         jsonb NOT NULL,
  checks       jsonb NOT NULL DEFAULT '[]',
  status       text NOT NULL DEFAULT 'pending'
               CHECK (status IN ('pending', 'claimed', 'done', 'failed', 'cancelled')),
  agent        text,
  session      text,
  workstation  text,
  attempts     integer NOT NULL DEFAULT 0,
  held_before  boolean NOT NULL DEFAULT false, -- somebody may have left something
  max_attempts integer NOT NULL,
  key          text,
  not_before   bigint NOT NULL DEFAULT 0,
  retry_ms     bigint NOT NULL DEFAULT 0,
  result       text,
  error        text,
  created_at   bigint NOT NULL,
  claimed_at   bigint,
  finished_at  bigint,
  token        text,
  fence        bigint,
  lease_ms     bigint,
  expires_at   bigint,
  -- what was verified before the task was done
  checked         jsonb,
  checked_commit  text,
  checked_changed integer
);
CREATE INDEX task_claimable ON swarmd.task (swarm_id, wave, priority, id) WHERE status = 'pending' AND open_deps = 0;
CREATE UNIQUE INDEX task_by_key ON swarmd.task (swarm_id, key) WHERE key IS NOT NULL;
CREATE INDEX task_unsettled ON swarmd.task (swarm_id, wave) WHERE status IN ('pending', 'claimed', 'failed');
-- Few tasks are claimed, so the next end of a lease is found among all of them. A renewal changes no index.
CREATE INDEX task_claimed ON swarmd.task (swarm_id) WHERE status = 'claimed';

CREATE TABLE swarmd.dependency (
  depends_on bigint NOT NULL REFERENCES swarmd.task (id),
  task_id    bigint NOT NULL REFERENCES swarmd.task (id),
  PRIMARY KEY (depends_on, task_id)
);
CREATE INDEX dependency_of_task ON swarmd.dependency (task_id);

-- The history, and the feed that copies follow in the order of (xid, id): see swarmd.feed.
CREATE TABLE swarmd.event (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  xid           xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at            bigint NOT NULL,
  kind          text NOT NULL,
  swarm_id      bigint NOT NULL,
  task_id       bigint,
  agent         text,
  session       text,
  workstation   text,             -- of the holder
  fence         bigint,
  token         text,
  request_id    text,             -- of a claim or another change, so that repeating it changes nothing
  actor         text,
  actor_name    text,
  actor_session text,
  note          text,
  files         jsonb,            -- that the holder had edited when its lease ended
  branch        text,
  lost          text              -- why the holder has lost the task without having done anything
);
CREATE INDEX event_feed ON swarmd.event (xid, id);
CREATE INDEX event_by_request ON swarmd.event (request_id) WHERE request_id IS NOT NULL;
CREATE INDEX event_by_task ON swarmd.event (task_id);

-- The one clock of all workstations, in epoch milliseconds.
CREATE FUNCTION swarmd.now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS
$$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;

-- A request that is repeated because its connection was cut may still be at work: the second waits for the first.
CREATE FUNCTION swarmd.wait_for_twin(request_id text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('swarmd.request ' || request_id, 0));
END $$;

-- The places of those requests of a group that are new. The others must be repeated alone, since a group never waits
-- for one of its requests.
CREATE FUNCTION swarmd.new_requests(requests jsonb) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  free bigint[] := ARRAY(
    SELECT nr FROM jsonb_array_elements(requests) WITH ORDINALITY r (request, nr)
    WHERE pg_try_advisory_xact_lock(hashtextextended('swarmd.request ' || (request->>'request_id'), 0)) ORDER BY nr);
BEGIN
  -- a statement of its own, which sees what was stored until the locks were taken
  RETURN ARRAY(
    SELECT nr FROM jsonb_array_elements(requests) WITH ORDINALITY r (request, nr)
    WHERE nr = ANY (free)
      AND NOT EXISTS (SELECT 1 FROM swarmd.event e WHERE e.request_id = request->>'request_id') ORDER BY nr);
END $$;

CREATE FUNCTION swarmd.tasks_json(ids bigint[]) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT coalesce(jsonb_agg(to_jsonb(t) ORDER BY t.id), '[]') FROM swarmd.task t WHERE t.id = ANY (ids));
END $$;

CREATE FUNCTION swarmd.swarms_json(ids bigint[]) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT coalesce(jsonb_agg(to_jsonb(s) ORDER BY s.id), '[]') FROM swarmd.swarm s WHERE s.id = ANY (ids));
END $$;

-- Opens the lowest wave with unsettled tasks, and announces once that a swarm is complete or stuck. Runs in a
-- transaction of its own after the change, when it sees what others have committed: of two daemons that finish the
-- last two tasks at the same time, the later one announces.
CREATE FUNCTION swarmd.settle(which bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  s swarmd.swarm;
  lowest integer;
  current text;
BEGIN
  SELECT * INTO s FROM swarmd.swarm WHERE id = which FOR NO KEY UPDATE;
  SELECT min(wave) INTO lowest FROM swarmd.task
  WHERE swarm_id = which AND status IN ('pending', 'claimed', 'failed');
  current := CASE
    WHEN EXISTS (SELECT 1 FROM swarmd.task WHERE swarm_id = which AND status = 'claimed') THEN 'open'
    WHEN EXISTS (SELECT 1 FROM swarmd.task
                 WHERE swarm_id = which AND wave = lowest AND status = 'pending' AND open_deps = 0) THEN 'open'
    WHEN EXISTS (SELECT 1 FROM swarmd.task WHERE swarm_id = which AND status = 'pending') THEN 'stuck'
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

-- Whether settle may have something to do after a change of this swarm: not while it has claimable tasks.
CREATE FUNCTION swarmd.has_claimable(which bigint) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  wave_of integer := (SELECT open_wave FROM swarmd.swarm WHERE id = which AND state = 'open');
BEGIN
  RETURN (SELECT id FROM swarmd.task
          WHERE swarm_id = which AND wave = wave_of AND status = 'pending' AND open_deps = 0
          ORDER BY priority, id LIMIT 1) IS NOT NULL;
END $$;

-- The swarms of a project, or the one with this name, that have work for claims.
CREATE FUNCTION swarmd.open_swarms(in_project text, named text) RETURNS swarmd.swarm[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN ARRAY(
    SELECT w FROM swarmd.swarm w
    WHERE w.project = in_project AND w.open_wave IS NOT NULL AND w.paused_at IS NULL AND w.name = coalesce(named, w.name)
    ORDER BY w.id);
END $$;

-- The next claimable tasks but those picked before, locked; those that others have locked are skipped.
CREATE FUNCTION swarmd.pick(open swarmd.swarm[], needed jsonb, picked bigint[], wanted integer, now bigint)
RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  s swarmd.swarm;
BEGIN
  IF cardinality(open) = 1 THEN
    s := open[1];
    RETURN ARRAY(
      SELECT t.id FROM swarmd.task t
      WHERE t.swarm_id = s.id AND t.wave = s.open_wave AND t.status = 'pending' AND t.open_deps = 0
        AND t.not_before <= now AND t.tags @> needed AND t.id <> ALL (picked)
      ORDER BY t.priority, t.id LIMIT wanted FOR NO KEY UPDATE SKIP LOCKED);
  END IF;
  RETURN ARRAY(
    SELECT first.id FROM unnest(open) w CROSS JOIN LATERAL (
      SELECT t.id, t.priority FROM swarmd.task t
      WHERE t.swarm_id = w.id AND t.wave = w.open_wave AND t.status = 'pending' AND t.open_deps = 0
        AND t.not_before <= now AND t.tags @> needed AND t.id <> ALL (picked)
      ORDER BY t.priority, t.id LIMIT wanted FOR NO KEY UPDATE SKIP LOCKED) first
    ORDER BY first.priority, first.id LIMIT wanted);
END $$;

-- Whether one of these swarms limits how many of its tasks are claimed.
CREATE FUNCTION swarmd.is_limited(open swarmd.swarm[]) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN EXISTS (SELECT 1 FROM unnest(open) w WHERE w.max_claimed IS NOT NULL OR w.tag_limits <> '{}');
END $$;

-- Picks tasks of swarms of which some limit how many are claimed. One claim at a time does, since others' claims count.
CREATE FUNCTION swarmd.pick_limited(args jsonb, open swarmd.swarm[], now bigint) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  picked bigint[] := '{}';
  one bigint;
  s swarmd.swarm;
  free swarmd.swarm[];
  taken bigint;
  full_tags jsonb; -- of each swarm
BEGIN
  FOREACH s IN ARRAY open LOOP
    IF s.max_claimed IS NOT NULL OR s.tag_limits <> '{}' THEN
      PERFORM pg_advisory_xact_lock(hashtextextended('swarmd.limit', s.id));
    END IF;
  END LOOP;
  LOOP
    free := '{}';
    full_tags := '{}';
    FOREACH s IN ARRAY open LOOP
      SELECT count(*) INTO taken FROM swarmd.task t
      WHERE t.swarm_id = s.id AND (t.status = 'claimed' OR t.id = ANY (picked));
      IF s.max_claimed IS NULL OR taken < s.max_claimed THEN
        free := free || s;
        full_tags := full_tags || jsonb_build_object(s.id::text, (
          SELECT coalesce(jsonb_agg(l.key), '[]') FROM jsonb_each_text(s.tag_limits) l
          WHERE l.value::integer <= (SELECT count(*) FROM swarmd.task t WHERE t.swarm_id = s.id
            AND (t.status = 'claimed' OR t.id = ANY (picked)) AND t.tags ? l.key)));
      END IF;
    END LOOP;
    -- only the first one is waited for, holding nothing
    EXECUTE $q$
      SELECT t.id
      FROM unnest($1) w JOIN swarmd.task t ON t.swarm_id = w.id AND t.wave = w.open_wave
        LEFT JOIN jsonb_array_elements_text($2->'prefer') WITH ORDINALITY p (id, nr) ON p.id::bigint = t.id
      WHERE t.status = 'pending' AND t.open_deps = 0 AND t.not_before <= $3 AND t.tags @> ($2->'tags')
        AND t.id <> ALL ($4) AND (NOT $2 ? 'id' OR t.id = ($2->>'id')::bigint)
        AND NOT t.tags ?| ARRAY(SELECT jsonb_array_elements_text($5->(w.id::text)))
      ORDER BY p.nr, t.priority, t.id LIMIT 1 FOR NO KEY UPDATE OF t
      $q$ || CASE WHEN picked = '{}' THEN '' ELSE 'SKIP LOCKED' END
    INTO one USING free, args, now, picked, full_tags;
    EXIT WHEN one IS NULL;
    picked := picked || one;
    EXIT WHEN cardinality(picked) = (args->>'limit')::integer;
  END LOOP;
  RETURN picked;
END $$;

-- Claims tasks. A repeated request id returns what its claim got, as it is now.
CREATE FUNCTION swarmd.claim(args jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  wanted integer := (args->>'limit')::integer;
  needed jsonb := args->'tags';
  open swarmd.swarm[];
  picked bigint[] := '{}';
  before bigint[];
  now bigint := swarmd.now_ms();
  lease bigint := (args->>'lease_ms')::bigint;
  taken bigint;
  place integer := 0;
BEGIN
  IF args ? 'request_id' THEN
    PERFORM swarmd.wait_for_twin(args->>'request_id');
    IF EXISTS (SELECT 1 FROM swarmd.event WHERE request_id = args->>'request_id') THEN
      SELECT array_agg(DISTINCT e.task_id) INTO before FROM swarmd.event e JOIN swarmd.swarm w ON w.id = e.swarm_id
      WHERE e.request_id = args->>'request_id' AND e.kind = 'claimed' AND w.project = args->>'project'
        AND e.agent = args->>'agent' AND coalesce(e.session, '') = coalesce(args->>'session', '');
    END IF;
    IF before IS NOT NULL THEN
      picked := ARRAY(SELECT t.id FROM swarmd.task t JOIN swarmd.event e ON e.id = t.fence
                      WHERE t.id = ANY (before) AND e.request_id = args->>'request_id' AND e.agent = args->>'agent'
                        AND coalesce(e.session, '') = coalesce(args->>'session', '') ORDER BY e.id);
      RETURN jsonb_build_object(
        'repeated', true, 'taken', to_jsonb(picked), 'tasks', swarmd.tasks_json(before),
        'swarms', swarmd.swarms_json(ARRAY(SELECT swarm_id FROM swarmd.task WHERE id = ANY (before))), 'now', now);
    END IF;
  END IF;
  open := swarmd.open_swarms(args->>'project', args->>'swarm');
  IF swarmd.is_limited(open) THEN
    picked := swarmd.pick_limited(args, open, now);
  ELSIF args ? 'id' THEN
    picked := ARRAY(
      SELECT t.id FROM swarmd.task t JOIN unnest(open) w ON w.id = t.swarm_id AND w.open_wave = t.wave
      WHERE t.id = (args->>'id')::bigint AND t.status = 'pending' AND t.open_deps = 0 AND t.not_before <= now AND t.tags @> needed
      FOR NO KEY UPDATE OF t);
  ELSE
    -- what the daemon prefers because of its files, in its order
    IF jsonb_array_length(args->'prefer') > 0 THEN
      picked := ARRAY(
        SELECT t.id FROM jsonb_array_elements_text(args->'prefer') WITH ORDINALITY p (id, nr)
          JOIN swarmd.task t ON t.id = p.id::bigint
          JOIN unnest(open) w ON w.id = t.swarm_id AND w.open_wave = t.wave
        WHERE t.status = 'pending' AND t.open_deps = 0 AND t.not_before <= now AND t.tags @> needed
        ORDER BY p.nr LIMIT wanted FOR NO KEY UPDATE OF t SKIP LOCKED);
    END IF;
    IF cardinality(picked) < wanted THEN
      picked := picked || swarmd.pick(open, needed, picked, wanted - cardinality(picked), now);
    END IF;
    IF cardinality(picked) = 0 THEN
      -- somebody may have locked a task without taking it: wait for the first one, holding nothing
      SELECT next.id INTO taken FROM unnest(open) w CROSS JOIN LATERAL (
        SELECT t.id, t.priority FROM swarmd.task t
        WHERE t.swarm_id = w.id AND t.wave = w.open_wave AND t.status = 'pending' AND t.open_deps = 0
          AND t.not_before <= now AND t.tags @> needed
        ORDER BY t.priority, t.id LIMIT 1) next
      ORDER BY next.priority, next.id LIMIT 1;
      picked := ARRAY(SELECT t.id FROM swarmd.task t JOIN unnest(open) w ON w.id = t.swarm_id AND w.open_wave = t.wave
                      WHERE t.id = taken AND t.status = 'pending' AND t.open_deps = 0 AND t.not_before <= now
                        AND t.tags @> needed FOR NO KEY UPDATE OF t);
    END IF;
  END IF;
  IF cardinality(picked) > 1 THEN
    -- no more than one answer can carry, but the first one always
    picked := ARRAY(
      SELECT id FROM (
        SELECT p.id, p.nr, sum(200 + length(t.title) + coalesce(length(t.description), 0) + length(t.files::text)
                                   + length(t.tags::text)) OVER (ORDER BY p.nr)
                       - (200 + length(t.title) + coalesce(length(t.description), 0) + length(t.files::text)
                              + length(t.tags::text)) AS before_it
        FROM unnest(picked) WITH ORDINALITY p (id, nr) JOIN swarmd.task t ON t.id = p.id) counted
      WHERE before_it < (args->>'budget')::bigint ORDER BY nr);
  END IF;
  FOREACH taken IN ARRAY picked LOOP
    WITH given AS (
      INSERT INTO swarmd.event (at, kind, swarm_id, task_id, agent, session, workstation, token, request_id)
      SELECT now, 'claimed', t.swarm_id, t.id, args->>'agent', args->>'session', args->>'workstation',
        args->'tokens'->>place, args->>'request_id'
      FROM swarmd.task t WHERE t.id = taken
      RETURNING id)
    UPDATE swarmd.task SET status = 'claimed', agent = args->>'agent', session = args->>'session',
      workstation = args->>'workstation', attempts = attempts + 1, result = NULL, error = NULL, claimed_at = now,
      finished_at = NULL, token = args->'tokens'->>place, fence = given.id, lease_ms = lease,
      expires_at = now + lease, version = version + 1, revision = revision + 1
    FROM given WHERE task.id = taken;
    place := place + 1;
  END LOOP;
  RETURN jsonb_build_object('taken', to_jsonb(picked),
                            'tasks', swarmd.tasks_json(picked), 'now', now,
                            'swarms', CASE WHEN cardinality(picked) > 0
                                      THEN swarmd.swarms_json(ARRAY(SELECT w.id FROM unnest(open) w)) ELSE '[]' END);
END $$;

-- Claims one task for each of a group of requests that want the same. Requests that are not among the answers got
-- nothing; each of them must be repeated alone.
CREATE FUNCTION swarmd.claim_group(args jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  now bigint := swarmd.now_ms();
  requests bigint[] := swarmd.new_requests(args->'requests');
  open swarmd.swarm[] := swarmd.open_swarms(args->>'project', args->>'swarm');
  picked bigint[] := CASE WHEN swarmd.is_limited(open) THEN '{}'
                     ELSE swarmd.pick(open, args->'tags', '{}', cardinality(requests), now) END;
  taken jsonb;
  tasks jsonb;
BEGIN
  WITH dealt AS (
    SELECT p.id, r.nr, args->'requests'->(r.nr::integer - 1) AS request
    FROM unnest(picked) WITH ORDINALITY p (id, place) JOIN unnest(requests) WITH ORDINALITY r (nr, place) USING (place)
  ), given AS (
    INSERT INTO swarmd.event (at, kind, swarm_id, task_id, agent, session, workstation, token, request_id)
    SELECT now, 'claimed', t.swarm_id, t.id, d.request->>'agent', d.request->>'session', args->>'workstation',
      d.request->'tokens'->>0, d.request->>'request_id'
    FROM dealt d JOIN swarmd.task t ON t.id = d.id ORDER BY d.nr
    RETURNING id, task_id
  ), claimed AS (
    UPDATE swarmd.task SET status = 'claimed', agent = d.request->>'agent', session = d.request->>'session',
      workstation = args->>'workstation', attempts = attempts + 1, result = NULL, error = NULL, claimed_at = now,
      finished_at = NULL, token = d.request->'tokens'->>0, fence = g.id, lease_ms = (d.request->>'lease_ms')::bigint,
      expires_at = now + (d.request->>'lease_ms')::bigint, version = version + 1, revision = revision + 1
    FROM dealt d JOIN given g ON g.task_id = d.id WHERE task.id = d.id
    RETURNING d.nr, task.id, to_jsonb(task) AS row)
  SELECT jsonb_object_agg(nr, id), jsonb_agg(row) INTO taken, tasks FROM claimed;
  RETURN jsonb_build_object('taken', coalesce(taken, '{}'), 'tasks', coalesce(tasks, '[]'),
                            'swarms', swarmd.swarms_json(ARRAY(SELECT w.id FROM unnest(open) w)), 'now', now);
END $$;

-- The number of unsettled tasks among these; they are locked.
CREATE FUNCTION swarmd.count_open(ids bigint[]) RETURNS integer LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT count(*) FROM swarmd.task WHERE id = ANY (ids) AND status NOT IN ('done', 'cancelled'));
END $$;

CREATE FUNCTION swarmd.numbers(list jsonb) RETURNS bigint[] LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN ARRAY(SELECT n::bigint FROM jsonb_array_elements_text(list) WITH ORDINALITY e (n, nr) ORDER BY nr);
END $$;

-- Appends events before their tasks change, which still know their workstation. New tasks and swarms are found in ids.
CREATE FUNCTION swarmd.append_events(events jsonb, by_request text, ids bigint[], now bigint)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO swarmd.event (at, kind, swarm_id, task_id, agent, session, workstation, fence, token, request_id,
                            actor, actor_name, actor_session, note, files, branch, lost)
  SELECT now, e->>'kind',
    CASE WHEN (e->>'swarm')::bigint < 0 THEN ids[-(e->>'swarm')::bigint] ELSE (e->>'swarm')::bigint END,
    CASE WHEN (e->>'task')::bigint < 0 THEN ids[-(e->>'task')::bigint] ELSE (e->>'task')::bigint END,
    e->>'agent', e->>'session',
    CASE WHEN e ? 'agent' THEN (SELECT workstation FROM swarmd.task WHERE id = (e->>'task')::bigint) END,
    (e->>'fence')::bigint, e->>'token', coalesce(e->>'request_id', by_request), e->>'actor', e->>'actor_name',
    e->>'actor_session', e->>'note', e->'files', e->>'branch', e->>'lost'
  FROM jsonb_array_elements(events) WITH ORDINALITY x (e, nr) ORDER BY nr;
END $$;

-- Gives tasks their new states, counts for their dependents, and returns the swarms that must be settled. All of
-- these tasks are locked.
CREATE FUNCTION swarmd.update_tasks(updates jsonb, with_dependents boolean, now bigint)
RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  moved bigint[];     -- tasks whose status has changed
  by_one integer[];   -- what that adds to the open dependencies of each one's dependents
  must_settle bigint[];
  nearer_to_end bigint[];   -- swarms that need settling only if nothing is left to claim
BEGIN
  WITH wanted AS (
    SELECT t.id, t.status AS was, u FROM jsonb_array_elements(updates) u JOIN swarmd.task t ON t.id = (u->>'id')::bigint
  ), updated AS (
    UPDATE swarmd.task SET status = u->>'status', agent = u->>'agent', session = u->>'session',
      attempts = (u->>'attempts')::integer, held_before = (u->>'held_before')::boolean, result = u->>'result',
      error = u->>'error',
      claimed_at = (u->>'claimed_at')::bigint,
      finished_at = CASE WHEN u->>'finished_at' IS NULL THEN NULL ELSE now END,
      workstation = CASE WHEN u->>'agent' IS NULL THEN NULL ELSE workstation END,
      token = u->>'token', fence = CASE WHEN u->>'token' IS NULL THEN NULL ELSE fence END,
      lease_ms = CASE WHEN u->>'token' IS NULL THEN NULL ELSE lease_ms END,
      expires_at = CASE WHEN u->>'token' IS NULL THEN NULL
                        ELSE now + coalesce((u->>'keep_ms')::bigint, lease_ms) END,
      checked = u->'checked', checked_commit = u->>'checked_commit',
      checked_changed = (u->>'checked_changed')::integer,
      version = version + 1, revision = revision + CASE WHEN status = u->>'status' THEN 0 ELSE 1 END
    FROM wanted WHERE task.id = wanted.id
    RETURNING task.id, task.swarm_id, task.status, wanted.was)
  SELECT array_agg(id), array_agg((was IN ('done', 'cancelled'))::integer - (status IN ('done', 'cancelled'))::integer),
    array_agg(DISTINCT swarm_id) FILTER (WHERE status <> 'done'), array_agg(DISTINCT swarm_id) FILTER (WHERE status = 'done')
    INTO moved, by_one, must_settle, nearer_to_end
  FROM updated WHERE status <> was;
  must_settle := must_settle || ARRAY(SELECT s FROM unnest(nearer_to_end) s WHERE NOT swarmd.has_claimable(s));
  IF with_dependents AND moved IS NOT NULL THEN
    UPDATE swarmd.task SET open_deps = open_deps + change, version = version + 1
    FROM (SELECT d.task_id, sum(m.by_one) AS change FROM unnest(moved, by_one) m (id, by_one)
            JOIN swarmd.dependency d ON d.depends_on = m.id GROUP BY d.task_id) counted
    WHERE task.id = counted.task_id AND change <> 0;
    must_settle := must_settle || ARRAY(
      SELECT DISTINCT o.swarm_id FROM swarmd.dependency d JOIN swarmd.task o ON o.id = d.task_id
        JOIN swarmd.task m ON m.id = d.depends_on
      WHERE d.depends_on = ANY (moved) AND o.swarm_id <> m.swarm_id);
  END IF;
  RETURN coalesce(must_settle, '{}');
END $$;

-- Stores the changes that a daemon has decided on, unless a task is no longer as the decision assumed: then nothing
-- is stored and the tasks are returned as they are. New tasks and swarms have negative ids until then.
CREATE FUNCTION swarmd.change(args jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  now bigint := swarmd.now_ms();
  expected bigint[];
  dependents bigint[];
  named bigint[];
  ids bigint[] := '{}';   -- the stored id of a temporary one is at its place
  touched bigint[] := '{}';
  swarms bigint[] := '{}';
  must_settle bigint[] := '{}';
  item jsonb;
  t swarmd.task;
  real_id bigint;
  deps bigint[];
BEGIN
  PERFORM swarmd.wait_for_twin(args->>'request_id');
  SELECT array_agg(DISTINCT task_id), array_agg(DISTINCT swarm_id) INTO touched, swarms
  FROM swarmd.event WHERE request_id = args->>'request_id';
  IF swarms IS NOT NULL THEN
    -- the answer to the first call was lost: the same again, in the order in which tasks were created
    SELECT coalesce(jsonb_object_agg(asked.id, made.id), '{}') INTO item
    FROM (SELECT e->>'task' AS id, row_number() OVER (ORDER BY nr) AS nr
          FROM jsonb_array_elements(args->'events') WITH ORDINALITY x (e, nr) WHERE e->>'kind' = 'created') asked
    JOIN (SELECT task_id AS id, row_number() OVER (ORDER BY event.id) AS nr
          FROM swarmd.event WHERE request_id = args->>'request_id' AND kind = 'created') made USING (nr);
    RETURN jsonb_build_object('ids', item, 'touched', to_jsonb(array_remove(touched, NULL)), 'swarms', '[]'::jsonb,
                              'settle', to_jsonb(swarms), 'now', now);
  END IF;
  touched := '{}';
  swarms := '{}';
  IF (args->>'exclusive')::boolean THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('swarmd.task', 0));
  END IF;
  SELECT array_agg((e->>'id')::bigint) INTO expected FROM jsonb_array_elements(args->'expect') e;
  expected := coalesce(expected, '{}');
  dependents := ARRAY(SELECT DISTINCT task_id FROM swarmd.dependency WHERE depends_on = ANY (expected));
  named := ARRAY(SELECT DISTINCT d::bigint FROM jsonb_array_elements((args->'inserts') || (args->'dependencies')) i,
                   jsonb_array_elements_text(i->'depends_on') d WHERE d::bigint > 0);
  PERFORM 1 FROM swarmd.task WHERE id = ANY (expected || dependents || named) ORDER BY id FOR NO KEY UPDATE;
  IF EXISTS (SELECT 1 FROM swarmd.dependency WHERE depends_on = ANY (expected) AND task_id <> ALL (dependents)) THEN
    RAISE EXCEPTION 'a task has got another dependent' USING ERRCODE = 'serialization_failure';
  END IF;
  FOR item IN SELECT * FROM jsonb_array_elements(args->'expect') LOOP
    SELECT * INTO t FROM swarmd.task WHERE id = (item->>'id')::bigint;
    IF t.id IS NULL OR (item ? 'revision' AND t.revision <> (item->>'revision')::bigint)
       OR (item ? 'fence' AND t.fence IS DISTINCT FROM (item->>'fence')::bigint)
       OR ((item->>'expired')::boolean AND (t.status <> 'claimed' OR t.expires_at > now)) THEN
      RETURN jsonb_build_object('conflict', true, 'tasks', swarmd.tasks_json(expected), 'now', now);
    END IF;
  END LOOP;
  IF (SELECT count(*) FROM swarmd.task WHERE id = ANY (named)) < cardinality(named) THEN
    RETURN jsonb_build_object('conflict', true, 'tasks', swarmd.tasks_json(named), 'now', now);
  END IF;

  FOR item IN SELECT * FROM jsonb_array_elements(args->'swarms') LOOP
    SELECT id INTO real_id FROM swarmd.swarm WHERE project = item->>'project' AND name = item->>'name';
    IF real_id IS NULL THEN
      INSERT INTO swarmd.swarm (project, name) VALUES (item->>'project', item->>'name')
      ON CONFLICT (project, name) DO UPDATE SET name = excluded.name RETURNING id INTO real_id;
    END IF;
    ids[-(item->>'id')::bigint] := real_id;
    must_settle := must_settle || real_id;
    swarms := swarms || real_id;
  END LOOP;

  -- somebody else has added a task of that name meanwhile
  touched := ARRAY(SELECT known.id FROM jsonb_array_elements(args->'inserts') i
                   JOIN swarmd.task known ON known.swarm_id = ids[-(i->>'swarm')::bigint] AND known.key = i->>'key');
  IF cardinality(touched) > 0 THEN
    RETURN jsonb_build_object('conflict', true, 'tasks', swarmd.tasks_json(touched),
                              'swarms', swarmd.swarms_json(swarms), 'now', now);
  END IF;

  FOR item IN SELECT * FROM jsonb_array_elements(args->'inserts') LOOP
    deps := '{}';
    IF jsonb_array_length(item->'depends_on') > 0 THEN
      deps := ARRAY(SELECT CASE WHEN d::bigint < 0 THEN ids[-d::bigint] ELSE d::bigint END
                    FROM jsonb_array_elements_text(item->'depends_on') WITH ORDINALITY e (d, nr) ORDER BY nr);
    END IF;
    INSERT INTO swarmd.task (swarm_id, title, description, priority, wave, depends_on, open_deps, files, tags,
                             checks, max_attempts, key, not_before, retry_ms, created_at)
    VALUES (ids[-(item->>'swarm')::bigint], item->>'title',
            item->>'description', (item->>'priority')::integer, (item->>'wave')::integer, to_jsonb(deps),
            CASE WHEN cardinality(deps) > 0 THEN swarmd.count_open(deps) ELSE 0 END, item->'files', item->'tags',
            item->'checks', (item->>'max_attempts')::integer, item->>'key', (item->>'not_before')::bigint,
            (item->>'retry_ms')::bigint, now)
    RETURNING id INTO real_id;
    ids[-(item->>'id')::bigint] := real_id;
    IF cardinality(deps) > 0 THEN
      INSERT INTO swarmd.dependency (depends_on, task_id) SELECT DISTINCT d, real_id FROM unnest(deps) d;
    END IF;
    touched := touched || real_id;
  END LOOP;

  FOR item IN SELECT * FROM jsonb_array_elements(args->'specs') LOOP
    UPDATE swarmd.task SET title = item->>'title', description = item->>'description',
      priority = (item->>'priority')::integer, wave = (item->>'wave')::integer, files = item->'files',
      tags = item->'tags', checks = item->'checks', max_attempts = (item->>'max_attempts')::integer,
      not_before = (item->>'not_before')::bigint, retry_ms = (item->>'retry_ms')::bigint,
      version = version + 1, revision = revision + 1
    WHERE id = (item->>'id')::bigint RETURNING * INTO t;
    touched := touched || t.id;
    must_settle := must_settle || t.swarm_id;
  END LOOP;

  FOR item IN SELECT * FROM jsonb_array_elements(args->'dependencies') LOOP
    real_id := (item->>'id')::bigint;
    deps := swarmd.numbers(item->'depends_on');
    IF EXISTS (WITH RECURSIVE way (id) AS (
                 SELECT unnest(deps) UNION SELECT d.depends_on FROM way JOIN swarmd.dependency d ON d.task_id = way.id)
               SELECT 1 FROM way WHERE id = real_id) THEN
      RETURN jsonb_build_object('conflict', true, 'tasks', swarmd.tasks_json(deps), 'now', now);
    END IF;
    DELETE FROM swarmd.dependency WHERE task_id = real_id;
    INSERT INTO swarmd.dependency (depends_on, task_id) SELECT DISTINCT d, real_id FROM unnest(deps) d;
    UPDATE swarmd.task SET depends_on = to_jsonb(deps), open_deps = swarmd.count_open(deps), version = version + 1
    WHERE id = real_id;
  END LOOP;

  PERFORM swarmd.append_events(args->'events', args->>'request_id', ids, now);
  touched := touched || swarmd.numbers(jsonb_path_query_array(args, '$.updates[*].id'));
  must_settle := must_settle || swarmd.update_tasks(args->'updates', cardinality(dependents) > 0, now);

  FOR item IN SELECT * FROM jsonb_array_elements(args->'paused') LOOP
    UPDATE swarmd.swarm SET paused_at = CASE WHEN (item->>'paused')::boolean THEN now END
    WHERE id = (item->>'id')::bigint;
    swarms := swarms || (item->>'id')::bigint;
  END LOOP;

  FOR item IN SELECT * FROM jsonb_array_elements(args->'required') LOOP
    real_id := (item->>'id')::bigint;
    PERFORM 1 FROM swarmd.task WHERE swarm_id = real_id AND status = 'claimed' ORDER BY id FOR NO KEY UPDATE;
    -- so that no daemon completes a task by what its copy said before
    UPDATE swarmd.task SET version = version + 1, revision = revision + 1
    WHERE swarm_id = real_id AND status = 'claimed';
    UPDATE swarmd.swarm SET checks = item->'checks' WHERE id = real_id;
    touched := touched || ARRAY(SELECT id FROM swarmd.task WHERE swarm_id = real_id AND status = 'claimed');
    swarms := swarms || real_id;
  END LOOP;

  FOR item IN SELECT * FROM jsonb_array_elements(args->'limits') LOOP
    UPDATE swarmd.swarm SET max_claimed = (item->>'max_claimed')::integer, tag_limits = item->'tag_limits'
    WHERE id = (item->>'id')::bigint;
    swarms := swarms || (item->>'id')::bigint;
  END LOOP;

  RETURN jsonb_build_object(
    'ids', (SELECT coalesce(jsonb_object_agg(-place, id), '{}') FROM unnest(ids) WITH ORDINALITY i (id, place)),
    'touched', to_jsonb(touched || dependents),
    'swarms', to_jsonb(swarms), 'settle', to_jsonb(ARRAY(SELECT DISTINCT unnest(must_settle) ORDER BY 1)),
    'now', now);
END $$;

-- Stores a group of changes, each of one task that it knows by its revision. A change whose task is no longer so, and
-- one that is repeated, is not among the answers and must be stored alone.
CREATE FUNCTION swarmd.change_group(requests jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  now bigint := swarmd.now_ms();
  fresh bigint[] := swarmd.new_requests(requests);
  ids bigint[] := swarmd.numbers(jsonb_path_query_array(requests, '$[*].id'));
  dependents bigint[] := ARRAY(SELECT DISTINCT task_id FROM swarmd.dependency WHERE depends_on = ANY (ids));
  chosen jsonb;
BEGIN
  PERFORM 1 FROM swarmd.task WHERE id = ANY (ids || dependents) ORDER BY id FOR NO KEY UPDATE;
  IF EXISTS (SELECT 1 FROM swarmd.dependency WHERE depends_on = ANY (ids) AND task_id <> ALL (dependents)) THEN
    RAISE EXCEPTION 'a task has got another dependent' USING ERRCODE = 'serialization_failure';
  END IF;
  SELECT coalesce(jsonb_agg(request), '[]') INTO chosen
  FROM jsonb_array_elements(requests) WITH ORDINALITY r (request, nr)
    JOIN swarmd.task t ON t.id = (request->>'id')::bigint AND t.revision = (request->>'revision')::bigint
  WHERE nr = ANY (fresh);
  PERFORM swarmd.append_events(jsonb_path_query_array(chosen, '$[*].event'), NULL, '{}', now);
  RETURN jsonb_build_object(
    'settle', to_jsonb(swarmd.update_tasks(jsonb_path_query_array(chosen, '$[*].update'), cardinality(dependents) > 0, now)),
    'stored', jsonb_path_query_array(chosen, '$[*].id'), 'touched', to_jsonb(ids || dependents), 'swarms', '[]'::jsonb,
    'now', now);
END $$;

-- A change and its consequences for the swarms, in one round trip.
CREATE PROCEDURE swarmd.run(args jsonb, INOUT answer jsonb) LANGUAGE plpgsql AS $$
DECLARE
  which bigint;
BEGIN
  answer := CASE jsonb_typeof(args) WHEN 'array' THEN swarmd.change_group(args) ELSE swarmd.change(args) END;
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

-- What the holder with this token has done. The feed may tell it later, when an older transaction has ended.
CREATE FUNCTION swarmd.steps(of_task bigint, by_token text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_agg(DISTINCT kind), '[]') FROM swarmd.event WHERE task_id = of_task AND token = by_token
$$;

-- What a request has claimed, also if it is still at work.
CREATE FUNCTION swarmd.claims_of(request text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  ids bigint[];
BEGIN
  PERFORM swarmd.wait_for_twin(request);
  ids := ARRAY(SELECT task_id FROM swarmd.event WHERE request_id = request AND kind = 'claimed');
  RETURN jsonb_build_object(
    'tasks', swarmd.tasks_json(ids),
    'swarms', swarmd.swarms_json(ARRAY(SELECT swarm_id FROM swarmd.task WHERE id = ANY (ids))),
    'claims', (SELECT coalesce(jsonb_agg(jsonb_build_object('task', task_id, 'token', token)), '[]')
               FROM swarmd.event WHERE request_id = request AND kind = 'claimed'));
END $$;

-- Renews leases for their duration, or as long as asked. Leases that have ended are left out of the answer.
CREATE FUNCTION swarmd.renew(leases jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  ids bigint[];
  now bigint := swarmd.now_ms();
BEGIN
  PERFORM 1 FROM swarmd.task WHERE id = ANY (ARRAY(SELECT (l->>'id')::bigint FROM jsonb_array_elements(leases) l))
  ORDER BY id FOR NO KEY UPDATE;
  WITH renewed AS (
    UPDATE swarmd.task t SET expires_at = greatest(t.expires_at, now + t.lease_ms), version = version + 1
    FROM jsonb_array_elements(leases) l
    WHERE t.id = (l->>'id')::bigint AND t.fence = (l->>'fence')::bigint AND t.status = 'claimed'
    RETURNING t.id)
  SELECT array_agg(id) INTO ids FROM renewed;
  RETURN jsonb_build_object('tasks', swarmd.tasks_json(coalesce(ids, '{}')), 'now', now);
END $$;

-- The leases that have ended, and when the next one ends.
CREATE FUNCTION swarmd.expired(most integer) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  now bigint := swarmd.now_ms();
BEGIN
  RETURN jsonb_build_object(
    'now', now,
    'next', (SELECT min(expires_at) FROM swarmd.task WHERE status = 'claimed'),
    'swarms', swarmd.swarms_json(ARRAY(SELECT swarm_id FROM swarmd.task WHERE status = 'claimed' AND expires_at <= now)),
    'tasks', swarmd.tasks_json(ARRAY(
      SELECT id FROM swarmd.task WHERE status = 'claimed' AND expires_at <= now ORDER BY expires_at LIMIT most)));
END $$;

-- Swarms that were not settled because a server or daemon died in between.
CREATE FUNCTION swarmd.settle_all() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  s bigint;
BEGIN
  FOR s IN SELECT w.id FROM swarmd.swarm w
           WHERE w.open_wave IS DISTINCT FROM
                   (SELECT min(wave) FROM swarmd.task WHERE swarm_id = w.id AND status IN ('pending', 'claimed', 'failed'))
              OR w.state <> 'complete'
              OR EXISTS (SELECT 1 FROM swarmd.task WHERE swarm_id = w.id AND status IN ('pending', 'claimed'))
           ORDER BY w.id LOOP
    PERFORM swarmd.settle(s);
  END LOOP;
END $$;

-- What has happened after a position, with all tasks and swarms that it concerns as they are now. Transactions commit
-- in another order than they take ids, so events are read in the order of their transactions, and only of those below
-- the oldest one that is still running: a reader that resumes at the position it was given misses nothing.
CREATE FUNCTION swarmd.feed(after_xid text, after_id bigint, most integer) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  events jsonb;
  task_ids bigint[];
  swarm_ids bigint[];
BEGIN
  -- a reader has to start over if it was away for too long, or if its last event is not in this history: of a backup
  IF after_id > 0 AND EXISTS (
       SELECT 1 FROM swarmd.team
       WHERE (pruned_xid, pruned_id) > (after_xid::xid8, after_id)
          OR (pruned_xid, pruned_id) <> (after_xid::xid8, after_id)
             AND NOT EXISTS (SELECT 1 FROM swarmd.event WHERE id = after_id AND xid = after_xid::xid8)) THEN
    RETURN jsonb_build_object('gone', true);
  END IF;
  SELECT jsonb_agg(to_jsonb(e) ORDER BY e.xid, e.id), array_agg(DISTINCT e.task_id), array_agg(DISTINCT e.swarm_id)
    INTO events, task_ids, swarm_ids
  FROM (SELECT * FROM swarmd.event
        WHERE (xid, id) > (after_xid::xid8, after_id) AND xid < pg_snapshot_xmin(pg_current_snapshot())
        ORDER BY xid, id LIMIT most) e;
  IF events IS NULL THEN
    RETURN jsonb_build_object('events', '[]'::jsonb, 'tasks', '[]'::jsonb, 'swarms', '[]'::jsonb);
  END IF;
  task_ids := task_ids || ARRAY(SELECT task_id FROM swarmd.dependency WHERE depends_on = ANY (task_ids));
  RETURN jsonb_build_object('events', events, 'tasks', swarmd.tasks_json(task_ids),
                            'swarms', swarmd.swarms_json(swarm_ids || ARRAY(
                              SELECT swarm_id FROM swarmd.task WHERE id = ANY (task_ids))));
END $$;

-- For a daemon that connects. A restored backup may have events of transactions that this server has yet to reach.
CREATE FUNCTION swarmd.hello() RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  t swarmd.team;
BEGIN
  IF EXISTS (SELECT 1 FROM swarmd.event WHERE xid > pg_current_xact_id()) THEN
    LOCK TABLE swarmd.event IN SHARE ROW EXCLUSIVE MODE;
    IF EXISTS (SELECT 1 FROM swarmd.event WHERE xid > pg_current_xact_id()) THEN
      UPDATE swarmd.event SET xid = '1';
      UPDATE swarmd.team SET generation = generation + 1, pruned_xid = '0', pruned_id = 0;
    END IF;
  END IF;
  SELECT * INTO t FROM swarmd.team;
  -- pg_restore makes other tables
  RETURN jsonb_build_object('team', t.id, 'generation', (t.generation << 32) + 'swarmd.event'::regclass::oid::bigint,
                            'now', swarmd.now_ms());
END $$;

-- Tasks that a workstation has moved here, so that moving them again changes nothing.
CREATE TABLE swarmd.origin (
  origin  text PRIMARY KEY, -- the workstation's database, and the task's id and time of creation there
  task_id bigint NOT NULL REFERENCES swarmd.task (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX origin_of_task ON swarmd.origin (task_id);

-- Tasks that are on their way to a workstation's own database, which drops the parcel when it has them.
CREATE TABLE swarmd.parcel (
  id      uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  owner   text NOT NULL,
  project text NOT NULL,
  at      bigint NOT NULL DEFAULT swarmd.now_ms(),
  content jsonb NOT NULL
);

-- Adds the tasks of a workstation's own swarms with their history, except those that are here already.
CREATE FUNCTION swarmd.unpack(args jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  fresh bigint[];
BEGIN
  INSERT INTO swarmd.swarm (project, name, paused_at, max_claimed, tag_limits, checks)
  SELECT args->>'project', s->>'name', CASE WHEN (s->>'paused')::boolean THEN swarmd.now_ms() END,
    (s->>'max_claimed')::integer, coalesce(s->'tag_limits', '{}'), coalesce(s->'checks', '[]')
  FROM jsonb_array_elements(args->'swarms') s
  ON CONFLICT (project, name) DO NOTHING;

  INSERT INTO swarmd.origin (origin, task_id)
  SELECT origin, nextval(pg_get_serial_sequence('swarmd.task', 'id'))
  FROM (SELECT t->>'origin' AS origin FROM jsonb_array_elements(args->'tasks') WITH ORDINALITY x (t, nr)
        ORDER BY nr OFFSET 0) ordered
  ON CONFLICT DO NOTHING;

  WITH added AS (
    INSERT INTO swarmd.task (id, swarm_id, title, description, priority, wave, depends_on, open_deps, files, tags, status,
                             agent, session, workstation, attempts, max_attempts, key, not_before, retry_ms, result, error,
                             created_at, claimed_at, finished_at, checks, checked, checked_commit, checked_changed,
                             held_before)
    OVERRIDING SYSTEM VALUE
    SELECT o.task_id, w.id, t->>'title', t->>'description', (t->>'priority')::integer, (t->>'wave')::integer,
      coalesce((SELECT jsonb_agg(d.task_id ORDER BY nr)
                FROM jsonb_array_elements_text(t->'depends_on') WITH ORDINALITY e (origin, nr)
                JOIN swarmd.origin d ON d.origin = e.origin), '[]'),
      (t->>'open_deps')::integer, t->'files', t->'tags', t->>'status', t->>'agent', t->>'session',
      CASE WHEN t ? 'agent' THEN args->>'workstation' END, (t->>'attempts')::integer, (t->>'max_attempts')::integer,
      -- the name may have been given to another task here
      CASE WHEN NOT EXISTS (SELECT 1 FROM swarmd.task named WHERE named.swarm_id = w.id AND named.key = t->>'key')
           THEN t->>'key' END,
      (t->>'not_before')::bigint, (t->>'retry_ms')::bigint, t->>'result', t->>'error',
      (t->>'created_at')::bigint, (t->>'claimed_at')::bigint, (t->>'finished_at')::bigint,
      t->'checks', t->'checked', t->>'checked_commit', (t->>'checked_changed')::integer,
      (t->>'held_before')::integer = 1
    FROM jsonb_array_elements(args->'tasks') t
      JOIN swarmd.origin o ON o.origin = t->>'origin'
      JOIN swarmd.swarm w ON w.project = args->>'project' AND w.name = t->>'swarm'
    WHERE NOT EXISTS (SELECT 1 FROM swarmd.task known WHERE known.id = o.task_id)
    RETURNING id)
  SELECT array_agg(id) INTO fresh FROM added;

  INSERT INTO swarmd.dependency (depends_on, task_id)
  SELECT DISTINCT d.task_id, o.task_id
  FROM jsonb_array_elements(args->'tasks') t
    JOIN swarmd.origin o ON o.origin = t->>'origin'
    JOIN unnest(fresh) f (id) ON f.id = o.task_id
    CROSS JOIN jsonb_array_elements_text(t->'depends_on') e (origin)
    JOIN swarmd.origin d ON d.origin = e.origin;

  -- a claim's fence is the id of its event, which is another one here
  WITH history AS MATERIALIZED (
    SELECT nextval(pg_get_serial_sequence('swarmd.event', 'id')) AS id, o.task_id, e
    FROM (SELECT e FROM jsonb_array_elements(args->'events') WITH ORDINALITY x (e, nr) ORDER BY nr OFFSET 0) ordered
      JOIN swarmd.origin o ON o.origin = e->>'origin'
      JOIN unnest(fresh) f (id) ON f.id = o.task_id)
  INSERT INTO swarmd.event (id, at, kind, swarm_id, task_id, agent, session, workstation, fence, actor, actor_name,
                            actor_session, note, files, branch)
  OVERRIDING SYSTEM VALUE
  SELECT h.id, (h.e->>'at')::bigint, h.e->>'kind', t.swarm_id, h.task_id, h.e->>'agent', h.e->>'session',
    CASE WHEN h.e ? 'agent' THEN args->>'workstation' END, c.id, h.e->>'actor', h.e->>'actor_name',
    h.e->>'actor_session', h.e->>'note', h.e->'files', h.e->>'branch'
  FROM history h
    JOIN swarmd.task t ON t.id = h.task_id
    LEFT JOIN history c ON c.e->>'kind' = 'claimed' AND h.e->>'kind' <> 'claimed' AND c.e->>'fence' = h.e->>'fence'
  ORDER BY h.id;

  -- copies hear of a task by its events
  INSERT INTO swarmd.event (at, kind, swarm_id, task_id)
  SELECT t.created_at, 'created', t.swarm_id, t.id FROM swarmd.task t JOIN unnest(fresh) f (id) ON f.id = t.id
  WHERE NOT EXISTS (SELECT 1 FROM swarmd.event e WHERE e.task_id = t.id);

  RETURN jsonb_build_object(
    'ids', (SELECT coalesce(jsonb_object_agg(o.origin, o.task_id), '{}')
            FROM jsonb_array_elements(args->'tasks') t JOIN swarmd.origin o ON o.origin = t->>'origin'),
    'added', coalesce(cardinality(fresh), 0),
    'settle', (SELECT coalesce(jsonb_agg(w.id ORDER BY w.id), '[]')
               FROM jsonb_array_elements(args->'swarms') s
               JOIN swarmd.swarm w ON w.project = args->>'project' AND w.name = s->>'name'));
END $$;

CREATE PROCEDURE swarmd.take_in(args jsonb, INOUT answer jsonb) LANGUAGE plpgsql AS $$
DECLARE
  which bigint;
BEGIN
  answer := swarmd.unpack(args);
  FOR which IN SELECT s::bigint FROM jsonb_array_elements_text(answer->'settle') s LOOP
    COMMIT; -- see swarmd.run
    PERFORM swarmd.settle(which);
  END LOOP;
END $$;

-- Whether an unfinished task depends on this one.
CREATE FUNCTION swarmd.is_needed(which bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM swarmd.dependency d JOIN swarmd.task t ON t.id = d.task_id
                 WHERE d.depends_on = which AND (t.open_deps > 0 OR t.status IN ('pending', 'claimed')))
$$;

-- Deletes tasks that nobody holds, and tells the copies. The history goes when it is old.
CREATE FUNCTION swarmd.remove(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM swarmd.dependency WHERE task_id = ANY (ids) OR depends_on = ANY (ids);
  INSERT INTO swarmd.event (at, kind, swarm_id, note)
  SELECT swarmd.now_ms(), 'removed', swarm_id, jsonb_agg(id)::text FROM swarmd.task WHERE id = ANY (ids) GROUP BY swarm_id;
  DELETE FROM swarmd.task WHERE id = ANY (ids);
END $$;

-- Takes swarms out of the team's database into a parcel, unless a task is held, or waits for one that would stay.
CREATE FUNCTION swarmd.hand_out(args jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  swarms bigint[];
  ids bigint[];
  found jsonb;
  made uuid;
BEGIN
  swarms := ARRAY(SELECT id FROM swarmd.swarm
                  WHERE project = args->>'project' AND name = coalesce(args->>'swarm', name));
  SELECT coalesce(array_agg(id), '{}') INTO ids FROM (
    SELECT id FROM swarmd.task WHERE swarm_id = ANY (swarms) ORDER BY id FOR UPDATE) locked;
  SELECT jsonb_agg(jsonb_build_object('id', id, 'agent', agent, 'workstation', workstation) ORDER BY id) INTO found
  FROM swarmd.task WHERE id = ANY (ids) AND status = 'claimed';
  IF found IS NOT NULL THEN
    RETURN jsonb_build_object('held', found);
  END IF;
  SELECT jsonb_agg(jsonb_build_object('id', a.id, 'depends_on', b.id) ORDER BY a.id) INTO found
  FROM swarmd.dependency d JOIN swarmd.task a ON a.id = d.task_id JOIN swarmd.task b ON b.id = d.depends_on
  WHERE (d.task_id = ANY (ids) OR d.depends_on = ANY (ids)) AND (a.id = ANY (ids)) <> (b.id = ANY (ids))
    AND a.status NOT IN ('done', 'cancelled') AND b.status NOT IN ('done', 'cancelled');
  IF found IS NOT NULL THEN
    RETURN jsonb_build_object('linked', found);
  END IF;
  found := jsonb_build_object(
    'swarms', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', name, 'paused', paused_at IS NOT NULL,
                                                                  'checks', checks, 'max_claimed', max_claimed, 'tag_limits', tag_limits)), '[]')
               FROM swarmd.swarm w WHERE id = ANY (swarms)
                 AND EXISTS (SELECT 1 FROM swarmd.task t WHERE t.swarm_id = w.id AND t.id = ANY (ids))),
    'tasks', (SELECT coalesce(jsonb_agg(to_jsonb(t) || jsonb_build_object('swarm', w.name) ORDER BY t.id), '[]')
              FROM swarmd.task t JOIN swarmd.swarm w ON w.id = t.swarm_id WHERE t.id = ANY (ids)),
    'events', (SELECT coalesce(jsonb_agg(to_jsonb(e) - 'xid' - 'token' - 'request_id' ORDER BY e.id), '[]')
               FROM swarmd.event e WHERE e.task_id = ANY (ids)));
  IF (args->>'dry_run')::boolean OR cardinality(ids) = 0 THEN
    RETURN jsonb_build_object('content', found);
  END IF;
  INSERT INTO swarmd.parcel (owner, project, content) VALUES (args->>'owner', args->>'project', found)
  RETURNING id INTO made;
  PERFORM swarmd.remove(ids);
  UPDATE swarmd.swarm w SET open_wave = NULL, state = 'complete', state_at = swarmd.now_ms(), paused_at = NULL
  WHERE id = ANY (swarms) AND NOT EXISTS (SELECT 1 FROM swarmd.task WHERE swarm_id = w.id);
  RETURN jsonb_build_object('parcel', made);
END $$;

-- What a workstation has taken out and not confirmed.
CREATE FUNCTION swarmd.parcels(whose text, which text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('parcel', id, 'content', content) ORDER BY at), '[]')
  FROM swarmd.parcel WHERE owner = whose AND project = which
$$;

CREATE FUNCTION swarmd.drop_parcel(which uuid) RETURNS void LANGUAGE sql AS $$
  DELETE FROM swarmd.parcel WHERE id = which
$$;

-- Deletes some old tasks of complete swarms. Skips what somebody uses, and what an unfinished task waits for.
CREATE FUNCTION swarmd.prune_tasks(age bigint, in_project text, most integer) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  before bigint := swarmd.now_ms() - age;
  picked bigint[];
  unneeded bigint[];
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('swarmd.prune', 0)) THEN
    RETURN jsonb_build_object('deleted', 0, 'more', false); -- another daemon is at it
  END IF;
  picked := ARRAY(
    SELECT t.id FROM swarmd.task t JOIN swarmd.swarm s ON s.id = t.swarm_id
    WHERE s.state = 'complete' AND s.state_at < before AND s.project = coalesce(in_project, s.project)
      AND t.status IN ('done', 'failed', 'cancelled') AND t.finished_at < before AND NOT swarmd.is_needed(t.id)
    ORDER BY t.id LIMIT most FOR UPDATE OF t SKIP LOCKED);
  -- the locks are held only now: before, a task may have got a dependent
  unneeded := ARRAY(SELECT id FROM unnest(picked) id WHERE NOT swarmd.is_needed(id));
  PERFORM swarmd.remove(unneeded);
  RETURN jsonb_build_object('deleted', cardinality(unneeded), 'more', cardinality(picked) = most);
END $$;

-- Looks at some events in the order of the feed, and deletes those that are old. A task that is there keeps its last
-- one, by which new copies hear of it, and an unfinished task all.
CREATE FUNCTION swarmd.prune_events(age bigint, in_project text, after_xid text, after_id bigint, most integer)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  before bigint := swarmd.now_ms() - age;
  seen swarmd.event[];
  last swarmd.event;
  up_to record;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('swarmd.prune', 0)) THEN
    RETURN jsonb_build_object('deleted', 0, 'more', false);
  END IF;
  seen := ARRAY(SELECT e FROM swarmd.event e
                WHERE (e.xid, e.id) > (after_xid::xid8, after_id) AND e.xid < pg_snapshot_xmin(pg_current_snapshot())
                ORDER BY e.xid, e.id LIMIT most);
  WITH gone AS (
    DELETE FROM swarmd.event WHERE id IN (
      SELECT e.id FROM unnest(seen) e
        JOIN swarmd.swarm s ON s.id = e.swarm_id AND s.project = coalesce(in_project, s.project)
        LEFT JOIN swarmd.task t ON t.id = e.task_id
      WHERE e.at < before
        AND (t.id IS NULL OR t.status NOT IN ('pending', 'claimed')
               AND EXISTS (SELECT 1 FROM swarmd.event later WHERE later.task_id = t.id AND later.id > e.id)))
    RETURNING xid, id)
  SELECT count(*) OVER () AS number, xid, id INTO up_to FROM gone ORDER BY xid DESC, id DESC LIMIT 1;
  IF up_to IS NOT NULL THEN
    UPDATE swarmd.team SET pruned_xid = up_to.xid, pruned_id = up_to.id
    WHERE (pruned_xid, pruned_id) < (up_to.xid, up_to.id);
  END IF;
  last := seen[cardinality(seen)];
  RETURN jsonb_build_object('deleted', coalesce(up_to.number, 0), 'after_xid', last.xid::text, 'after_id', last.id,
                            'more', cardinality(seen) = most AND last.at < before);
END $$;

-- All statements find their rows by an index, in its order, whatever the values. So one plan serves all calls, and it is
-- as good when it was made while the tables were empty: it must not read or sort what may have grown.
DO $$
DECLARE
  entry regprocedure;
BEGIN
  FOREACH entry IN ARRAY ARRAY[
    'swarmd.claim(jsonb)', 'swarmd.claim_group(jsonb)', 'swarmd.change(jsonb)', 'swarmd.change_group(jsonb)',
    'swarmd.settle(bigint)', 'swarmd.settle_all()', 'swarmd.renew(jsonb)', 'swarmd.expired(integer)',
    'swarmd.feed(text, bigint, integer)', 'swarmd.tasks_json(bigint[])']::regprocedure[] LOOP
    EXECUTE format('ALTER FUNCTION %s SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
                      SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
                      SET enable_sort = off SET jit = off', entry);
  END LOOP;
END $$;
