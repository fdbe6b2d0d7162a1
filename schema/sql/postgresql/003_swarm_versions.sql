-- Grows with every change of a swarm, so that a copy never goes back when an answer arrives late.
ALTER TABLE swarmd.swarm ADD COLUMN version bigint NOT NULL DEFAULT 1;

CREATE FUNCTION swarmd.next_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;

CREATE TRIGGER swarm_version BEFORE UPDATE ON swarmd.swarm FOR EACH ROW EXECUTE FUNCTION swarmd.next_version();

-- In `tag_limits`, a number that is not positive pauses the tag: 0 if it has no limit, else the negative limit. A tag
-- of which no more than that may be claimed counts as full for every claim, so the functions need not know of pauses.
COMMENT ON COLUMN swarmd.swarm.tag_limits IS 'by tag: the most that are claimed; 0 or less while the tag is paused';
