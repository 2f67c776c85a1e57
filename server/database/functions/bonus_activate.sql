-- Gives a member the bonus `code` and pays its reward. `since`: by type of bonus, from when receipts count towards `max_received`. `terms`: the
-- version of the terms that the member was shown; without it any are taken.
CREATE OR REPLACE FUNCTION bonus_activate(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_code text := p_given ->> 'code';
  v_bonus bonuses;
  v_active record;
  v_amount bigint;
  v_user_bonus uuid;
  v_receipt bigint;
BEGIN
  SELECT * INTO v_bonus FROM bonuses WHERE code = v_code AND enabled;
  IF NOT FOUND THEN
    RETURN jsonb_build_object('refusal', 'NO_DATA');
  END IF;
  SELECT * INTO v_active FROM reward_active(p_member);
  IF FOUND THEN
    RETURN jsonb_build_object('refusal', CASE v_active.code WHEN v_code THEN 'BONUS_ALREADY_ACTIVE' ELSE 'BONUS_REMAINING' END);
  END IF;
  IF (SELECT count(*) FROM user_bonuses u JOIN bonus_receipts r ON r.user_bonus_id = u.id
      WHERE u.member_id = p_member AND u.bonus_code = v_code
        AND r.updated_at >= (p_given -> 'since' ->> v_bonus.type)::timestamptz) >= v_bonus.max_received THEN
    RETURN jsonb_build_object('refusal', 'BONUS_MAX_CLAIMED');
  END IF;
  v_amount := reward_of(v_bonus.reward_amount, v_bonus.reward_percent, v_bonus.reward_max,
    coalesce((SELECT balance FROM ledger_accounts WHERE name = 'member:' || p_member || ':wallet'), 0));
  IF p_given ->> 'terms' <> v_bonus.terms_version THEN
    RETURN jsonb_build_object('refusal', 'BONUS_CONDITION', 'details', jsonb_build_object('reason', 'terms-changed'));
  -- A percentage of an empty wallet.
  ELSIF v_amount <= 0 THEN
    RETURN jsonb_build_object('refusal', 'BONUS_CONDITION', 'details', jsonb_build_object('reason', 'deposit-first'));
  END IF;
  INSERT INTO user_bonuses AS u (member_id, bonus_code, is_active, turnover_required, turnover_at_start, total_at_start, percent_fail,
      created_at, updated_at)
    SELECT p_member, v_code, true, v_amount * v_bonus.turnover_times, turnover, member_total(p_member) + v_amount, v_bonus.percent_fail,
      p_now, p_now FROM members WHERE id = p_member
    ON CONFLICT (member_id, bonus_code) DO UPDATE SET is_active = true, turnover_required = excluded.turnover_required,
      turnover_at_start = excluded.turnover_at_start, total_at_start = excluded.total_at_start,
      percent_fail = excluded.percent_fail, updated_at = p_now
    RETURNING u.id INTO v_user_bonus;
  INSERT INTO bonus_receipts (user_bonus_id, amount, updated_at) VALUES (v_user_bonus, v_amount, p_now) RETURNING id INTO v_receipt;
  PERFORM reward_pay(p_member, v_amount, 'bonus:' || v_receipt, 'bonus', NULL);
  RETURN '{}';
END $$;
