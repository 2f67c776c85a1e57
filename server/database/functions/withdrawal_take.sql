-- Takes the money (satang) out of the wallet, and reserves it for the bank. False if the wallet has less; then nothing was done.
CREATE OR REPLACE FUNCTION withdrawal_take(
  p_id uuid, p_member text, p_amount bigint, p_bank_code text, p_account_name text, p_account_no text,
  p_leased_until timestamptz
) RETURNS boolean
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_outcome text := ledger_post('withdraw:' || p_id, 'withdraw',
    jsonb_build_array(jsonb_build_object('account', 'member:' || p_member || ':wallet', 'amount', -p_amount),
      jsonb_build_object('account', 'member:' || p_member || ':withdrawing', 'amount', p_amount)),
    NULL,
    jsonb_build_array(jsonb_build_object('memberId', p_member, 'type', 'withdraw', 'status', 'PENDING', 'reference', p_id,
      'from', 'WALLET', 'to', p_bank_code, 'amount', p_amount))) ->> 'outcome';
BEGIN
  IF v_outcome = 'short' THEN
    RETURN false;
  ELSIF v_outcome <> 'posted' THEN
    RAISE EXCEPTION 'withdrawal % was taken before', p_id;
  END IF;
  INSERT INTO withdrawals (id, member_id, amount, bank_code, bank_account_name, bank_account_no, leased_until)
    VALUES (p_id, p_member, p_amount, p_bank_code, p_account_name, p_account_no, p_leased_until);
  RETURN true;
END $$;
