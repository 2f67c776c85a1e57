-- Takes the key of an operation (null if it has none) to the end of the transaction, and only then looks for what was done under it before. If
-- that is nothing, takes the member too: one operation of a member at a time, in all processes.
CREATE OR REPLACE FUNCTION operation_begin(p_owner text, p_key text) RETURNS TABLE(
  taken boolean, call text, body_hash text, status text, http_status integer, reply text, created_at timestamptz
)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  taken := p_key IS NULL OR pg_try_advisory_xact_lock(hashtextextended(p_owner || ':' || p_key, 0));
  IF taken THEN
    SELECT a.call, a.body_hash, a.status, a.http_status, a.reply, a.created_at
      INTO call, body_hash, status, http_status, reply, created_at
      FROM acts a WHERE a.owner = p_owner AND a.key = p_key;
    IF NOT FOUND THEN
      PERFORM FROM members WHERE id = p_owner FOR NO KEY UPDATE;
    END IF;
  END IF;
  RETURN NEXT;
END $$;
