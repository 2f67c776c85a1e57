-- Keeps a gift link to be opened, and its row in the statement. Its amount shows only when it is opened, so it is refused only where the deposit
-- limit has no room at all.
CREATE OR REPLACE FUNCTION gift_take(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_details jsonb;
BEGIN
  IF NOT EXISTS (SELECT FROM deposit_accounts WHERE bank_type = 'WALLET' AND account_name = p_given ->> 'account' AND enabled) THEN
    RETURN jsonb_build_object('refusal', 'TRUELINK_INVALID');
  END IF;
  v_details := deposit_refusal(p_member, 1, p_now);
  IF v_details IS NOT NULL THEN
    RETURN jsonb_build_object('refusal', 'DEPOSIT_LIMIT', 'details', v_details);
  END IF;
  INSERT INTO true_links (code_hash, member_id, wallet_account_name, created_at)
    VALUES (p_given ->> 'code', p_member, p_given ->> 'account', p_now) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN jsonb_build_object('refusal', 'TRUELINK_DUPLICATE');
  END IF;
  INSERT INTO statements (member_id, type, "from", "to", amount, status, reference)
    VALUES (p_member, 'deposit', p_given ->> 'from', 'WALLET', 0, 'PENDING', p_given ->> 'reference');
  RETURN '{}';
END $$;
