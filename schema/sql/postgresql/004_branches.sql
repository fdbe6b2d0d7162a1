-- The branch of its own that a task's work is on, the branch that it lands in, the fence of the claim whose holder works
-- there, and the commit as which it landed.
ALTER TABLE swarmd.task ADD COLUMN branch text, ADD COLUMN target text, ADD COLUMN branch_fence bigint,
  ADD COLUMN landed text;

-- A change that also says where the work of tasks is. Apart from swarmd.run, because few changes do.
CREATE PROCEDURE swarmd.run_with_branches(args jsonb, INOUT answer jsonb) LANGUAGE plpgsql AS $$
DECLARE
  which bigint;
  repeated boolean;
BEGIN
  PERFORM swarmd.wait_for_twin(args->>'request_id');
  repeated := EXISTS (SELECT 1 FROM swarmd.event WHERE request_id = args->>'request_id');
  answer := swarmd.change(args);
  IF answer ? 'conflict' THEN
    ROLLBACK; -- a part may have been stored before the conflict was found
    RETURN;
  END IF;
  IF NOT repeated THEN
    UPDATE swarmd.task SET branch = b->>'branch', target = b->>'target', branch_fence = (b->>'branch_fence')::bigint,
      landed = b->>'landed', version = version + 1, revision = revision + 1
    FROM jsonb_array_elements(args->'branches') b WHERE task.id = (b->>'id')::bigint;
  END IF;
  answer := jsonb_set(answer, '{touched}', (answer->'touched') || jsonb_path_query_array(args, '$.branches[*].id'));
  FOR which IN SELECT s::bigint FROM jsonb_array_elements_text(answer->'settle') s LOOP
    COMMIT; -- see swarmd.run
    PERFORM swarmd.settle(which);
  END LOOP;
  answer := answer
    || jsonb_build_object('tasks', swarmd.tasks_json(swarmd.numbers(answer->'touched')),
                          'swarms', swarmd.swarms_json(swarmd.numbers((answer->'swarms') || (answer->'settle'))));
END $$;

-- Tasks of a workstation keep their branches, which are in its repository. Nobody holds them, so the fence means nothing.
CREATE OR REPLACE PROCEDURE swarmd.take_in(args jsonb, INOUT answer jsonb) LANGUAGE plpgsql AS $$
DECLARE
  which bigint;
BEGIN
  answer := swarmd.unpack(args);
  UPDATE swarmd.task SET branch = t->>'branch', target = t->>'target', branch_fence = 0, landed = t->>'landed'
  FROM jsonb_array_elements(args->'tasks') t JOIN swarmd.origin o ON o.origin = t->>'origin'
  WHERE task.id = o.task_id AND task.version = 1 AND t ? 'branch';
  FOR which IN SELECT s::bigint FROM jsonb_array_elements_text(answer->'settle') s LOOP
    COMMIT; -- see swarmd.run
    PERFORM swarmd.settle(which);
  END LOOP;
END $$;
