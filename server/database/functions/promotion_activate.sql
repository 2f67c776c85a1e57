-- Gives a member the promotion `code` and pays its reward. `terms`: the version of the terms that the member was shown; without it any are taken.
CREATE OR REPLACE FUNCTION promotion_activate(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_code text := p_given ->> 'code';
  v_promotion promotions;
  v_active record;
  v_amount bigint;
  v_use uuid;
BEGIN
  -- Locked, so that the last of its uses is given once.
  SELECT * INTO v_promotion FROM promotions WHERE code = v_code AND enabled AND (ends_at IS NULL OR ends_at > p_now) FOR UPDATE;
  IF NOT FOUND THEN
    RETURN jsonb_build_object('refusal', 'NO_PROMOTION');
  ELSIF EXISTS (SELECT FROM promotion_uses WHERE member_id = p_member AND promotion_code = v_code) THEN
    RETURN jsonb_build_object('refusal', 'PROMOTION_RECEIVED');
  END IF;
  SELECT * INTO v_active FROM reward_active(p_member);
  IF FOUND THEN
    RETURN jsonb_build_object('refusal', CASE v_active.kind WHEN 'promotion' THEN 'BONUS_ALREADY_ACTIVE' ELSE 'BONUS_REMAINING' END);
  ELSIF (SELECT count(*) FROM promotion_uses WHERE promotion_code = v_code) >= v_promotion.max_uses THEN
    RETURN jsonb_build_object('refusal', 'BONUS_FULL');
  END IF;
  v_amount := reward_of(v_promotion.reward_amount, v_promotion.reward_percent, v_promotion.reward_max,
    coalesce((SELECT balance FROM ledger_accounts WHERE name = 'member:' || p_member || ':wallet'), 0));
  IF p_given ->> 'terms' <> v_promotion.terms_version THEN
    RETURN jsonb_build_object('refusal', 'BONUS_CONDITION', 'details', jsonb_build_object('reason', 'terms-changed'));
  ELSIF v_amount <= 0 THEN
    RETURN jsonb_build_object('refusal', 'BONUS_CONDITION', 'details', jsonb_build_object('reason', 'deposit-first'));
  END IF;
  INSERT INTO promotion_uses (member_id, promotion_code, is_active, amount, turnover_required, turnover_at_start, total_at_start,
      percent_fail, created_at, updated_at)
    SELECT p_member, v_code, true, v_amount, v_amount * v_promotion.turnover_times, turnover, member_total(p_member) + v_amount,
      v_promotion.percent_fail, p_now, p_now FROM members WHERE id = p_member
    RETURNING id INTO v_use;
  PERFORM reward_pay(p_member, v_amount, 'promotion:' || v_use, 'promotion', NULL);
  RETURN '{}';
END $$;
