-- Messages between the agents of a team, one row for each receiver. Copies follow the rows themselves, in the order of
-- (xid, id): every change of a row moves it to the end of that order.
CREATE TABLE swarmd.message (
  id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  xid                xid8 NOT NULL DEFAULT pg_current_xact_id(), -- of the last change
  sending            text NOT NULL,  -- the same for all receivers of one call; repeating it adds nothing
  project            text NOT NULL,
  sender             text NOT NULL,  -- whose rate is limited
  sender_kind        text NOT NULL,
  sender_name        text,
  sender_session     text,
  sender_workstation text,
  session            text NOT NULL,  -- of the receiver; empty for an agent without one
  agent              text NOT NULL,  -- empty for the session's main agent
  workstation        text NOT NULL,
  name               text NOT NULL,  -- what the receiver is called
  text               text NOT NULL,
  sent_at            bigint NOT NULL,
  delivered_at       bigint,
  read_at            bigint
);
CREATE INDEX message_feed ON swarmd.message (xid, id);
CREATE INDEX message_waiting ON swarmd.message (project, session, agent) WHERE delivered_at IS NULL;
CREATE INDEX message_by_sender ON swarmd.message (sender, sent_at);
CREATE INDEX message_by_sending ON swarmd.message (sending);
CREATE INDEX message_by_time ON swarmd.message (sent_at);

-- The agents at work on each workstation, as its daemon reports them now and then.
CREATE TABLE swarmd.agent (
  workstation text NOT NULL,
  project     text NOT NULL,
  session     text NOT NULL,
  agent       text NOT NULL,  -- empty for the session's main agent
  host        text NOT NULL,
  seen_at     bigint NOT NULL DEFAULT swarmd.now_ms(),
  PRIMARY KEY (workstation, project, session, agent)
);
CREATE INDEX agent_by_project ON swarmd.agent (project);

-- Stores a message for those of its receivers that have room for it. One call at a time in a project does, since others'
-- messages count. The limits come with the call.
CREATE FUNCTION swarmd.send(args jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  now bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('swarmd.message ' || (args->>'project'), 0));
  now := swarmd.now_ms();
  IF NOT EXISTS (SELECT 1 FROM swarmd.message WHERE sending = args->>'sending') THEN
    IF (SELECT count(DISTINCT sending) FROM swarmd.message
        WHERE sender = args->>'sender' AND sent_at > now - (args->>'period_ms')::bigint)
       >= (args->>'max_calls')::integer THEN
      RETURN jsonb_build_object('too_often', true, 'now', now);
    END IF;
    INSERT INTO swarmd.message (sending, project, sender, sender_kind, sender_name, sender_session, sender_workstation,
                                session, agent, workstation, name, text, sent_at)
    SELECT args->>'sending', args->>'project', args->>'sender', args->>'sender_kind', args->>'sender_name',
      args->>'sender_session', args->>'sender_workstation', r->>'session', r->>'agent', r->>'workstation', r->>'name',
      args->>'text', now
    FROM jsonb_array_elements(args->'receivers') WITH ORDINALITY x (r, nr)
    WHERE (SELECT count(*) FROM swarmd.message m
           WHERE m.project = args->>'project' AND m.session = r->>'session' AND m.agent = r->>'agent'
             AND m.workstation = r->>'workstation' AND m.delivered_at IS NULL
             AND m.sent_at > now - (args->>'kept_ms')::bigint) < (args->>'max_waiting')::integer
    ORDER BY nr;
  END IF;
  RETURN jsonb_build_object(
    'messages', (SELECT coalesce(jsonb_agg(to_jsonb(m) ORDER BY m.id), '[]') FROM swarmd.message m
                 WHERE m.sending = args->>'sending'),
    'now', now);
END $$;

-- What became of messages, as their receivers' workstation reports it. Reporting it again changes nothing.
CREATE FUNCTION swarmd.receive(receipts jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  UPDATE swarmd.message m SET xid = pg_current_xact_id(),
    delivered_at = coalesce(m.delivered_at, (r->>'delivered_at')::bigint),
    read_at = coalesce(m.read_at, (r->>'read_at')::bigint)
  FROM jsonb_array_elements(receipts) r
  WHERE m.id = (r->>'id')::bigint AND m.sending = r->>'sending'
    AND (m.delivered_at IS NULL OR m.read_at IS NULL AND r->>'read_at' IS NOT NULL);
  RETURN '{}';
END $$;

-- The messages that were added or changed after a position; see swarmd.feed.
CREATE FUNCTION swarmd.messages_after(after_xid text, after_id bigint, most integer) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_agg(to_jsonb(m) ORDER BY m.xid, m.id), '[]')
  FROM (SELECT * FROM swarmd.message
        WHERE (xid, id) > (after_xid::xid8, after_id) AND xid < pg_snapshot_xmin(pg_current_snapshot())
        ORDER BY xid, id LIMIT most) m
$$;

-- A restored backup may have messages of transactions that this server has yet to reach; see swarmd.hello.
CREATE FUNCTION swarmd.hello_messages() RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  UPDATE swarmd.message SET xid = '1' WHERE xid > pg_current_xact_id();
  RETURN '{}';
END $$;

-- Replaces what is known of a workstation's agents.
CREATE FUNCTION swarmd.publish_agents(whose text, agents jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('swarmd.agent ' || whose, 0));
  DELETE FROM swarmd.agent WHERE workstation = whose;
  INSERT INTO swarmd.agent (workstation, project, session, agent, host)
  SELECT whose, a->>'project', a->>'session', a->>'agent', a->>'host' FROM jsonb_array_elements(agents) a
  ON CONFLICT DO NOTHING;
  RETURN '{}';
END $$;

-- The agents of a project on all workstations that have reported since a while ago.
CREATE FUNCTION swarmd.agents(which text, age bigint) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_agg(to_jsonb(a) ORDER BY a.workstation, a.session, a.agent), '[]')
  FROM swarmd.agent a WHERE a.project = which AND a.seen_at > swarmd.now_ms() - age
$$;

-- Deletes some old messages. Each copy deletes its own when they are old.
CREATE FUNCTION swarmd.prune_messages(age bigint, in_project text, most integer) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  deleted integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('swarmd.prune', 0)) THEN
    RETURN jsonb_build_object('deleted', 0, 'more', false); -- another daemon is at it
  END IF;
  DELETE FROM swarmd.message WHERE id IN (
    SELECT id FROM swarmd.message WHERE sent_at < swarmd.now_ms() - age AND project = coalesce(in_project, project)
    ORDER BY sent_at LIMIT most FOR UPDATE SKIP LOCKED);
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN jsonb_build_object('deleted', deleted, 'more', deleted = most);
END $$;
