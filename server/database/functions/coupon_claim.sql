-- Pays the coupon `id`; without one the oldest of the slice that is still good. Coupons of money come before those that a person hands over: one
-- that waits for a person must not hold back money of the same slice.
CREATE OR REPLACE FUNCTION coupon_claim(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_code text := p_given ->> 'coupon';
  v_coupon coupons;
  v_refusal text;
BEGIN
  SELECT * INTO v_coupon FROM coupons WHERE member_id = p_member AND status = 'claimable' AND slice_code = v_code
      AND (p_given ->> 'id' IS NULL OR id = (p_given ->> 'id')::uuid)
    ORDER BY expires_at <= p_now IS TRUE, amount = 0, created_at, id LIMIT 1;
  v_refusal := CASE
    WHEN NOT FOUND THEN CASE WHEN EXISTS (SELECT FROM spin_slices WHERE code = v_code)
      THEN 'NO_CLAIMABLE_COUPON' ELSE 'INVALID_PRIZE_CODE' END
    WHEN v_coupon.expires_at <= p_now THEN 'COUPON_EXPIRED'
    -- A prize that is not money is handed over by a person.
    WHEN v_coupon.amount = 0 THEN 'INVALID_COUPON_TYPE'
    WHEN EXISTS (SELECT FROM reward_active(p_member)) THEN 'BONUS_REMAINING'
  END;
  IF v_refusal IS NOT NULL THEN
    RETURN jsonb_build_object('refusal', v_refusal);
  END IF;
  UPDATE coupons SET status = 'claimed', claimed_at = p_now WHERE id = v_coupon.id;
  PERFORM reward_pay(p_member, v_coupon.amount, 'coupon:' || v_coupon.id, 'luckydraw', NULL);
  RETURN '{}';
END $$;
