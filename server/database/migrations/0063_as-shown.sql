ALTER TABLE "qr_codes" ADD COLUMN "terms" jsonb;
--> statement-breakpoint
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
--> statement-breakpoint
-- Stores a QR code that its channel has made. Where one of the channel still waits to be paid, it must be the one that the caller knows (`waiting`),
-- and nothing is stored: one deposit must not be paid twice.
CREATE OR REPLACE FUNCTION qr_create(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_channel text := p_given ->> 'channel';
  v_code jsonb := p_given -> 'code';
  v_waiting uuid;
  v_details jsonb;
BEGIN
  IF NOT EXISTS (SELECT FROM deposit_accounts
      WHERE bank_code = v_channel AND bank_type = p_given ->> 'bankType' AND enabled) THEN
    RETURN jsonb_build_object('refusal', 'QR_FAIL');
  END IF;
  SELECT id INTO v_waiting FROM qr_codes
    WHERE member_id = p_member AND channel = v_channel AND status = 'waiting' AND expires_at > p_now;
  IF v_waiting IS DISTINCT FROM (p_given ->> 'waiting')::uuid THEN
    RETURN jsonb_build_object('changed', true);
  ELSIF v_waiting IS NOT NULL THEN
    RETURN '{}';
  END IF;
  v_details := deposit_refusal(p_member, (v_code ->> 'amount')::bigint, p_now);
  IF v_details IS NOT NULL THEN
    RETURN jsonb_build_object('refusal', 'DEPOSIT_LIMIT', 'details', v_details);
  END IF;
  UPDATE qr_codes SET status = 'expired' WHERE member_id = p_member AND channel = v_channel AND status = 'waiting';
  INSERT INTO qr_codes (id, member_id, channel, amount, reference, payload, expires_at, terms, created_at)
    VALUES ((v_code ->> 'id')::uuid, p_member, v_channel, (v_code ->> 'amount')::bigint, v_code ->> 'reference', v_code ->> 'payload',
      (v_code ->> 'expiresAt')::timestamptz, v_code -> 'terms', p_now);
  RETURN '{}';
END $$;
