-- What transfers of everything are planned by: the wallet, and each game where the member has an account (satang).
CREATE OR REPLACE FUNCTION member_funds(p_member text) RETURNS jsonb
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
BEGIN
  RETURN jsonb_build_object(
    'wallet', coalesce((SELECT balance FROM ledger_accounts WHERE name = 'member:' || p_member || ':wallet'), 0),
    'games', coalesce((
      SELECT jsonb_agg(jsonb_build_object('code', a.game_code, 'username', a.username, 'isActive', a.is_active,
          'amount', coalesce(l.balance, 0)) ORDER BY a.game_code)
        FROM game_accounts a
        LEFT JOIN ledger_accounts l ON l.name = 'member:' || p_member || ':game:' || a.game_code
        WHERE a.member_id = p_member), '[]'));
END $$;
