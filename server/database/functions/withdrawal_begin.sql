-- Begins a withdrawal of `amount` (satang), and tells its payee: out of the wallet at once, or, where `transfers` has one, when that has arrived
-- there. Where games hold too little, the rest leaves the wallet with the transfer: the statement has a row for it, of no withdrawal yet, with the
-- transfer's reference.
CREATE OR REPLACE FUNCTION withdrawal_begin(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_amount bigint := (p_given ->> 'amount')::bigint;
  v_checked record;
  v_payee jsonb;
  v_has_transfer boolean := jsonb_array_length(p_given -> 'transfers') > 0;
  v_given jsonb := p_given;
  v_from_wallet bigint := (p_given #>> ARRAY['transfers', '0', 'taken', 'member:' || p_member || ':wallet'])::bigint;
  v_told jsonb;
BEGIN
  SELECT * INTO v_checked FROM withdrawal_check(p_member, v_amount, p_given -> 'rules', p_now);
  IF v_checked.refusal IS NOT NULL THEN
    RETURN jsonb_build_object('refusal', v_checked.refusal, 'details', v_checked.details);
  END IF;
  v_payee := jsonb_build_object('bankCode', v_checked.bank_code, 'accountName', v_checked.account_name,
    'accountNo', v_checked.account_no);
  IF v_has_transfer THEN
    v_given := jsonb_set(p_given, '{transfers,0,withdrawal}', v_payee || jsonb_build_object('amount', v_amount));
  END IF;
  IF v_from_wallet IS NOT NULL THEN
    v_given := jsonb_insert(v_given, '{transfers,0,statements,-1}', jsonb_build_object('memberId', p_member, 'type', 'withdraw',
      'status', 'PENDING', 'reference', p_given #> '{transfers,0,id}', 'from', 'WALLET', 'to', v_checked.bank_code,
      'amount', v_from_wallet), true);
  END IF;
  v_told := transfers_reserve(p_member, v_given, p_now);
  IF v_told <> '{}' THEN
    RETURN v_told;
  END IF;
  IF NOT v_has_transfer THEN
    IF NOT withdrawal_take((p_given ->> 'id')::uuid, p_member, v_amount, v_checked.bank_code, v_checked.account_name,
        v_checked.account_no, (p_given ->> 'leasedUntil')::timestamptz) THEN
      RETURN jsonb_build_object('refusal', 'MONEY_NOT_ENOUGH');
    END IF;
  END IF;
  RETURN jsonb_build_object('payee', v_payee);
END $$;
