-- What a member's limits count in the period that holds a time, in satang. Deposits: all that arrived. Losses: what went into games and may still
-- arrive there, less what has come back. Money that was in games when the period began comes back first, and gives no room. What failed counts for
-- nothing.
CREATE OR REPLACE FUNCTION play_used(p_member text, p_kind text, p_period text, p_at timestamptz) RETURNS bigint
LANGUAGE plpgsql SET enable_seqscan = off AS $$
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
