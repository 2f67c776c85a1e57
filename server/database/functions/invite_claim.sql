-- Pays everything that friends have earned for the member and that was not claimed yet. `amount`: what the caller has found to be due; another
-- amount is answered with `changed`.
CREATE OR REPLACE FUNCTION invite_claim(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_amount bigint;
  v_earned bigint[];
BEGIN
  IF EXISTS (SELECT FROM reward_active(p_member)) THEN
    RETURN jsonb_build_object('refusal', 'BONUS_REMAINING');
  END IF;
  -- Earnings are added without the member's lock: what comes from here on is claimed another time.
  SELECT coalesce(sum(amount), 0), array_agg(id) INTO v_amount, v_earned
    FROM invite_earnings WHERE member_id = p_member AND claimed_at IS NULL;
  IF v_amount <> (p_given ->> 'amount')::bigint THEN
    RETURN jsonb_build_object('changed', true, 'amount', v_amount);
  ELSIF v_amount = 0 THEN
    RETURN jsonb_build_object('refusal', CASE
      WHEN EXISTS (SELECT FROM invite_earnings WHERE member_id = p_member) THEN 'INVITE_COLLECT'
      WHEN EXISTS (SELECT FROM members WHERE invited_by = p_member) THEN 'NO_INVITEE_PLAY_INFO'
      ELSE 'NO_INVITE_BONUS' END);
  END IF;
  UPDATE invite_earnings SET claimed_at = p_now WHERE id = ANY (v_earned);
  PERFORM reward_pay(p_member, v_amount, 'invite:' || (p_given ->> 'operation'), 'invite', NULL);
  RETURN '{}';
END $$;
