-- Pays a reward out of the house's account of its kind, once per `p_act`, with a reference in the statement.
CREATE OR REPLACE FUNCTION reward_credit(p_member text, p_amount bigint, p_act text, p_kind text, p_reference text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_row jsonb := jsonb_build_object('memberId', p_member, 'type', 'bonus', 'amount', p_amount, 'to', 'WALLET', 'source', p_kind,
    'reference', p_reference);
  v_outcome text := ledger_post(p_act, p_kind,
    jsonb_build_array(jsonb_build_object('account', 'house:' || p_kind, 'amount', -p_amount),
      jsonb_build_object('account', 'member:' || p_member || ':wallet', 'amount', p_amount)),
    NULL, jsonb_build_array(jsonb_strip_nulls(v_row))) ->> 'outcome';
BEGIN
  IF v_outcome <> 'posted' THEN
    RAISE EXCEPTION '% was paid before', p_act;
  END IF;
END $$;
