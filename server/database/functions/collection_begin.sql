-- Begins one transfer to the wallet for each game that holds money, and keeps them as the member's last collection (`collection` is its id). What
-- the collection before still has on its way stays in this one. Older collections are kept for a day, which other phones may still follow.
CREATE OR REPLACE FUNCTION collection_begin(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_told jsonb := transfers_reserve(p_member, p_given, p_now);
  v_moving jsonb;
BEGIN
  IF v_told = '{}' AND p_given -> 'transfers' <> '[]' THEN
    SELECT coalesce(jsonb_agg(earlier.reference), '[]') INTO v_moving
      FROM (SELECT "references" FROM collections WHERE member_id = p_member ORDER BY number DESC LIMIT 1) last_one,
        jsonb_array_elements_text(last_one."references") AS earlier(reference)
      WHERE EXISTS (SELECT FROM statements s
        WHERE s.reference = earlier.reference AND s.member_id = p_member AND s.status = 'PENDING');
    DELETE FROM collections WHERE member_id = p_member AND created_at < least(p_now, now()) - interval '1 day';
    INSERT INTO collections (member_id, id, "references", created_at)
      SELECT p_member, (p_given ->> 'collection')::uuid, v_moving || jsonb_agg(transfer -> 'id'), p_now
        FROM jsonb_array_elements(p_given -> 'transfers') transfer;
  END IF;
  RETURN v_told;
END $$;
