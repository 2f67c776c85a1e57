-- Ends the member's time at play when nothing is left in any game and none is being filled. Time that ends as it begins is none. The caller holds
-- the member.
CREATE OR REPLACE FUNCTION play_end(p_member text, p_at timestamptz) RETURNS void
LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger_accounts
      WHERE member_id = p_member AND balance > 0 AND split_part(name, ':', 3) = 'game')
    AND NOT EXISTS (SELECT FROM provider_transfers
      WHERE member_id = p_member AND split_part(destination, ':', 3) = 'game') THEN
    DELETE FROM play_times WHERE member_id = p_member AND ends_at > p_at AND started_at >= p_at;
    UPDATE play_times SET ends_at = p_at
      WHERE id = (SELECT id FROM play_times WHERE member_id = p_member ORDER BY started_at DESC LIMIT 1) AND ends_at > p_at;
  END IF;
END $$;
