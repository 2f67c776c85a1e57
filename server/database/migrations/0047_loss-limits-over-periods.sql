-- What a member's limits count in the period that holds a time; satang. Deposits: all that arrived. Losses: what went into games and
-- may still arrive there, less what has come back beyond the money that was in games when the period began: that counts as
-- coming back first, and gives no room. What failed counts for nothing.
CREATE OR REPLACE FUNCTION play_used(p_member text, p_kind text, p_period text, p_at timestamptz) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_from timestamptz := play_period(p_period, p_at, 0);
  v_until timestamptz := play_period(p_period, p_at, 1);
BEGIN
  IF p_kind = 'deposit' THEN
    RETURN (SELECT coalesce(sum(amount), 0) FROM statements
      WHERE member_id = p_member AND type = 'deposit' AND status <> 'FAILED' AND created_at >= v_from AND created_at < v_until);
  END IF;
  -- One statement: whoever only reads does not hold the member, whose money may move meanwhile.
  RETURN (
    WITH moved AS (
      SELECT coalesce(sum(amount) FILTER (WHERE "from" = 'WALLET' AND "to" <> 'WALLET' AND status <> 'FAILED'), 0) AS gone,
          coalesce(sum(amount) FILTER (WHERE "from" <> 'WALLET' AND "to" = 'WALLET' AND status = 'SUCCESS'), 0) AS back
        FROM statements
        WHERE member_id = p_member AND type = 'transfer' AND created_at >= v_from AND created_at < v_until)
    SELECT CASE back WHEN 0 THEN gone ELSE gone - greatest(back - greatest(
        -- What was in games when the period began: what is there and on its way now, without what a withdrawal has taken from the wallet to
        -- go with it, and without what has been moved and played since.
        (SELECT coalesce(sum(balance), 0) FROM ledger_accounts
          WHERE member_id = p_member AND split_part(name, ':', 3) IN ('game', 'moving'))
        - (SELECT coalesce(sum((taken ->> ('member:' || p_member || ':wallet'))::bigint), 0) FROM provider_transfers
          WHERE member_id = p_member AND split_part(destination, ':', 3) = 'wallet')
        - gone + back
        - (SELECT coalesce(sum(amount), 0) FROM game_results WHERE member_id = p_member AND created_at >= v_from)
      , 0), 0) END
      FROM moved);
END $$;
--> statement-breakpoint
-- The time ends when nothing is left in any game and none is being filled; what ends as it begins is none. The caller holds the member.
CREATE OR REPLACE FUNCTION play_end(p_member text, p_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
-- As the functions of money: their plans must not read whole tables because those were short once.
ALTER FUNCTION play_used(text, text, text, timestamptz) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION play_end(text, timestamptz) SET enable_seqscan = off;
