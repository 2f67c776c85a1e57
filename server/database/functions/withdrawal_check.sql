-- What keeps a member from withdrawing an amount (satang), with the details of the refusal; or the bank account that the money goes to. Takes the
-- member. `p_rules`: `limits` where no setting says them, `holdMs` after a change of the account, `maxPending`, and `account`, the id of one of the
-- member's accounts in place of the usual one. An account that was added beside others is held for itself.
CREATE OR REPLACE FUNCTION withdrawal_check(p_member text, p_amount bigint, p_rules jsonb, p_now timestamptz) RETURNS TABLE(
  refusal text, details jsonb, bank_code text, account_name text, account_no text
)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  v_limits jsonb := coalesce((SELECT value FROM settings WHERE key = 'withdraw'), p_rules -> 'limits');
  v_hold interval := (p_rules ->> 'holdMs')::bigint * interval '1 millisecond';
  v_turnover bigint;
  v_until timestamptz;
  v_to_play bigint;
BEGIN
  details := '{}';
  IF (p_amount BETWEEN (v_limits ->> 'min')::bigint AND (v_limits ->> 'max')::bigint) IS NOT TRUE THEN
    refusal := 'KEY_INVALID';
    details := jsonb_build_object('minimum', v_limits -> 'min', 'maximum', v_limits -> 'max',
      'reason', CASE WHEN p_amount < (v_limits ->> 'min')::bigint THEN 'below-minimum' ELSE 'above-maximum' END);
    RETURN NEXT;
    RETURN;
  END IF;
  SELECT bank_code, bank_account_name, bank_account_no, turnover, bank_changed_at + v_hold
    INTO bank_code, account_name, account_no, v_turnover, v_until
    FROM members WHERE id = p_member FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no member %', p_member;
  END IF;
  IF p_rules ->> 'account' IS NOT NULL THEN
    SELECT a.bank_code, a.account_name, a.account_no INTO bank_code, account_name, account_no
      FROM member_bank_accounts a
      WHERE a.id = (p_rules ->> 'account')::bigint AND a.member_id = p_member AND a.valid_until IS NULL;
  END IF;
  v_until := greatest(v_until, (SELECT a.held_from + v_hold FROM member_bank_accounts a
    WHERE a.member_id = p_member AND a.valid_until IS NULL
      AND a.bank_code = withdrawal_check.bank_code AND a.account_no = withdrawal_check.account_no));
  SELECT max(due) - v_turnover INTO v_to_play
    FROM turnover_goals WHERE member_id = p_member AND purpose = 'withdrawal' AND met_at IS NULL;
  IF '' IN (coalesce(bank_code, ''), coalesce(account_name, ''), coalesce(account_no, '')) THEN
    refusal := 'NO_BANK';
  ELSIF v_until > p_now THEN
    refusal := 'WITHDRAW_HOLD';
    details := jsonb_build_object('until', iso_time(v_until));
  ELSIF EXISTS (SELECT FROM user_bonuses
      WHERE member_id = p_member AND is_active AND v_turnover - turnover_at_start < turnover_required)
    OR EXISTS (SELECT FROM promotion_uses
      WHERE member_id = p_member AND is_active AND v_turnover - turnover_at_start < turnover_required) THEN
    refusal := 'BONUS_CONDITION';
  ELSIF v_to_play > 0 THEN
    refusal := 'BONUS_CONDITION';
    details := jsonb_build_object('toPlay', v_to_play);
  ELSIF (SELECT count(*) FROM withdrawals WHERE member_id = p_member AND status = 'pending')
    + (SELECT count(*) FROM provider_transfers WHERE member_id = p_member AND withdrawal IS NOT NULL)
    >= (p_rules ->> 'maxPending')::integer THEN
    refusal := 'REQUEST_LIMIT';
    details := jsonb_build_object('reason', 'too-many-pending');
  END IF;
  RETURN NEXT;
END $$;
