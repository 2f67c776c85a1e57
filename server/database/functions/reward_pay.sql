-- Pays a reward (satang) into the wallet out of the house's account for its source, once per `p_act`. Promotions are paid out of that for bonuses.
CREATE OR REPLACE FUNCTION reward_pay(p_member text, p_amount bigint, p_act text, p_source text, p_reference text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_house text := 'house:' || CASE p_source WHEN 'promotion' THEN 'bonus' ELSE p_source END;
  v_outcome text := ledger_post(p_act, p_source,
    jsonb_build_array(jsonb_build_object('account', v_house, 'amount', -p_amount),
      jsonb_build_object('account', 'member:' || p_member || ':wallet', 'amount', p_amount)),
    NULL,
    jsonb_build_array(jsonb_build_object('memberId', p_member, 'type', 'bonus', 'amount', p_amount, 'to', 'WALLET', 'source', p_source,
      'reference', p_reference))) ->> 'outcome';
BEGIN
  IF v_outcome <> 'posted' THEN
    RAISE EXCEPTION '% was paid before', p_act;
  END IF;
END $$;
