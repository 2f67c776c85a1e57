-- Keeps the answer of an operation in the statement that performs it. A function that does all of an operation returns what it did in `p_told`, or
-- `refusal` (with `details`), or `changed` where what it was planned by is no longer so; after those two nothing was done, and nothing is kept. An
-- operation without an answer still runs, and gets one when it ends.
CREATE OR REPLACE FUNCTION operation_keep(
  p_owner text, p_key text, p_call text, p_body_hash text, p_reply text, p_now timestamptz, p_told jsonb
) RETURNS jsonb
LANGUAGE plpgsql AS $$
BEGIN
  IF p_key IS NOT NULL AND p_told ->> 'refusal' IS NULL AND p_told ->> 'changed' IS NULL THEN
    IF p_reply IS NULL THEN
      INSERT INTO acts (owner, key, call, body_hash, status, created_at)
        VALUES (p_owner, p_key, p_call, p_body_hash, 'running', p_now);
    ELSE
      INSERT INTO acts (owner, key, call, body_hash, status, http_status, reply, created_at, finished_at)
        VALUES (p_owner, p_key, p_call, p_body_hash, 'done', 200, p_reply, p_now, p_now);
    END IF;
  END IF;
  RETURN p_told;
END $$;
