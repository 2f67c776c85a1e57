-- Moves all that the accounts `p_from` hold to `p_to`, once per `p_act`. `member:ID:game:*` stands for every game account of that member. Returns
-- the amount (satang), and how much came from each account; `empty` if there is nothing.
CREATE OR REPLACE FUNCTION ledger_sweep(p_act text, p_kind text, p_from text[], p_to text, p_memo text, p_statement jsonb) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  v_from text[];
  v_moved jsonb;
  v_amount bigint;
  v_posting bigint;
  v_legs jsonb;
  v_statements jsonb;
  v_result jsonb;
BEGIN
  -- Before the amounts are read, as in ledger_perform.
  PERFORM FROM members
    WHERE id = ANY (ARRAY(
      SELECT split_part(name, ':', 2) FROM unnest(p_from || p_to) AS n(name) WHERE starts_with(name, 'member:')))
    ORDER BY id FOR NO KEY UPDATE;

  SELECT id INTO v_posting FROM ledger_postings WHERE act = p_act;
  IF v_posting IS NOT NULL THEN
    SELECT sum(-e.amount), jsonb_object_agg(a.name, -e.amount) INTO v_amount, v_moved
      FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
      WHERE e.posting_id = v_posting AND e.amount < 0;
    RETURN jsonb_build_object('outcome', 'repeated', 'postingId', v_posting, 'amount', v_amount, 'moved', v_moved,
      'balances', (SELECT jsonb_object_agg(a.name, a.balance) FROM ledger_entries e
        JOIN ledger_accounts a ON a.id = e.account_id WHERE e.posting_id = v_posting));
  END IF;

  -- `member:ID:game:*` stands for every game account that the member has.
  v_from := ARRAY(
    SELECT f.name FROM unnest(p_from) AS f(name)
    UNION
    SELECT a.name FROM unnest(p_from) AS f(name) JOIN ledger_accounts a ON a.member_id = split_part(f.name, ':', 2)
      WHERE right(f.name, 7) = ':game:*' AND starts_with(a.name, left(f.name, -1)));
  -- Members' accounts only: the house's are not locked.
  SELECT sum(balance), jsonb_object_agg(name, balance),
      jsonb_agg(jsonb_build_object('account', name, 'amount', -balance)),
      jsonb_agg(p_statement || jsonb_build_object('amount', balance,
        'from', CASE split_part(name, ':', 3) WHEN 'wallet' THEN 'WALLET' WHEN 'game' THEN split_part(name, ':', 4) END,
        'to', CASE split_part(p_to, ':', 3) WHEN 'wallet' THEN 'WALLET' WHEN 'game' THEN split_part(p_to, ':', 4) END
      ) ORDER BY name)
    INTO v_amount, v_moved, v_legs, v_statements
    FROM ledger_accounts WHERE name = ANY (v_from) AND name <> p_to AND balance > 0 AND member_id IS NOT NULL;
  IF v_amount IS NULL THEN
    RETURN jsonb_build_object('outcome', 'empty', 'amount', 0);
  END IF;
  INSERT INTO ledger_requests (act, kind, legs, memo, statements)
    VALUES (p_act, p_kind, v_legs || jsonb_build_object('account', p_to, 'amount', v_amount), p_memo,
      CASE WHEN p_statement ->> 'type' IS NULL THEN '[]' ELSE v_statements END)
    RETURNING result INTO v_result;
  RETURN v_result || jsonb_build_object('amount', v_amount, 'moved', v_moved);
END $$;
