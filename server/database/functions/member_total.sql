-- A member's money (satang), with what is on its way to or from a game. Money that a running transfer withdraws at its end is left out: a bonus
-- that counted it at the start could be ended unplayed once it is gone.
CREATE OR REPLACE FUNCTION member_total(p_member text) RETURNS bigint
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT coalesce(sum(balance), 0) FROM ledger_accounts
      WHERE member_id = p_member AND name <> 'member:' || p_member || ':withdrawing')
    - (SELECT coalesce(sum((withdrawal ->> 'amount')::bigint), 0) FROM provider_transfers
      WHERE member_id = p_member AND withdrawal IS NOT NULL);
END $$;
