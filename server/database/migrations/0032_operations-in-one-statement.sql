-- A function that does all of an operation returns what it did, or `refusal` (and `details`), or `changed` where what it was planned by
-- is not so any more; it does nothing then. It runs with its member taken (`operation_begin`), and this keeps the answer in the same
-- statement (`server/http/operation-by.ts`).
CREATE FUNCTION operation_keep(
  p_owner text, p_key text, p_call text, p_body_hash text, p_reply text, p_now timestamptz, p_told jsonb
) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  IF p_key IS NOT NULL AND p_told ->> 'refusal' IS NULL AND p_told ->> 'changed' IS NULL THEN
    INSERT INTO acts (owner, key, call, body_hash, status, http_status, reply, created_at, finished_at)
      VALUES (p_owner, p_key, p_call, p_body_hash, 'done', 200, p_reply, p_now, p_now);
  END IF;
  RETURN p_told;
END $$;
--> statement-breakpoint
-- One spin for one coin. The slice was drawn before, by its wheel and while the member had `coin` coins; a prize gives a coupon.
CREATE FUNCTION spin_once(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_coin integer := (SELECT coin FROM members WHERE id = p_member);
  v_slice spin_slices;
  v_spin uuid;
BEGIN
  SELECT s.* INTO v_slice FROM spin_slices s JOIN spin_wheels w ON w.id = s.wheel_id
    WHERE s.wheel_id = (p_given ->> 'wheel')::uuid AND s.code = p_given ->> 'slice' AND w.is_active;
  IF NOT FOUND OR v_coin <> (p_given ->> 'coin')::integer THEN
    RETURN jsonb_build_object('changed', true, 'coin', v_coin);
  ELSIF v_coin < 1 THEN
    RETURN jsonb_build_object('refusal', 'MONEY_NOT_ENOUGH');
  END IF;
  INSERT INTO coin_movements (member_id, amount, reference) VALUES (p_member, -1, 'spin:' || (p_given ->> 'operation'));
  UPDATE members SET coin = v_coin - 1 WHERE id = p_member;
  INSERT INTO spins (member_id, wheel_id, slice_code, remaining_coin, created_at)
    VALUES (p_member, v_slice.wheel_id, v_slice.code, v_coin - 1, p_now) RETURNING id INTO v_spin;
  IF v_slice.prize_amount > 0 OR v_slice.prize_name <> '{}' THEN
    INSERT INTO coupons (member_id, spin_id, slice_code, label, name, amount, expires_at, created_at)
      VALUES (p_member, v_spin, v_slice.code, v_slice.label, v_slice.prize_name, v_slice.prize_amount,
        p_now + (p_given ->> 'couponLife')::bigint * interval '1 millisecond', p_now);
  END IF;
  RETURN '{}';
END $$;
--> statement-breakpoint
-- A member's active bonus or promotion: at most one row.
CREATE FUNCTION reward_active(p_member text) RETURNS TABLE (kind text, code text) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT 'bonus', bonus_code FROM user_bonuses WHERE member_id = p_member AND is_active
    UNION ALL SELECT 'promotion', promotion_code FROM promotion_uses WHERE member_id = p_member AND is_active
    LIMIT 1;
END $$;
--> statement-breakpoint
-- The reward (satang) for a wallet of so many satang: the fixed sum, and the percentage up to its maximum, rounded down.
CREATE FUNCTION reward_of(p_fixed bigint, p_percent numeric, p_max bigint, p_wallet bigint) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN p_fixed + least(div(p_wallet * p_percent, 100)::bigint, p_max);
END $$;
--> statement-breakpoint
-- A member's money (satang), with what is on its way to or from a game. Money that a running transfer withdraws at its end is left
-- out: a bonus that counted it at the start could be ended unplayed once it is gone.
CREATE FUNCTION member_total(p_member text) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT coalesce(sum(balance), 0) FROM ledger_accounts
      WHERE member_id = p_member AND name <> 'member:' || p_member || ':withdrawing')
    - (SELECT coalesce(sum((withdrawal ->> 'amount')::bigint), 0) FROM provider_transfers
      WHERE member_id = p_member AND withdrawal IS NOT NULL);
END $$;
--> statement-breakpoint
-- Pays a reward into the wallet, once per `p_act`.
CREATE FUNCTION reward_pay(p_member text, p_amount bigint, p_act text, p_source text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_house text := 'house:' || CASE p_source WHEN 'luckydraw' THEN 'luckydraw' ELSE 'bonus' END;
  v_outcome text := ledger_post(p_act, p_source,
    jsonb_build_array(jsonb_build_object('account', v_house, 'amount', -p_amount),
      jsonb_build_object('account', 'member:' || p_member || ':wallet', 'amount', p_amount)),
    NULL,
    jsonb_build_array(jsonb_build_object('memberId', p_member, 'type', 'bonus', 'amount', p_amount, 'to', 'WALLET',
      'source', p_source))) ->> 'outcome';
BEGIN
  IF v_outcome <> 'posted' THEN
    RAISE EXCEPTION '% was paid before', p_act;
  END IF;
END $$;
--> statement-breakpoint
-- Pays the oldest coupon of a slice that is still good.
CREATE FUNCTION coupon_claim(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_code text := p_given ->> 'coupon';
  v_coupon coupons;
  v_refusal text;
BEGIN
  SELECT * INTO v_coupon FROM coupons WHERE member_id = p_member AND status = 'claimable' AND slice_code = v_code
    ORDER BY expires_at <= p_now IS TRUE, created_at, id LIMIT 1;
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
  PERFORM reward_pay(p_member, v_coupon.amount, 'coupon:' || v_coupon.id, 'luckydraw');
  RETURN '{}';
END $$;
--> statement-breakpoint
-- `since`: from when the receipts of a bonus count, by its type.
CREATE FUNCTION bonus_activate(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
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
  -- A percentage of an empty wallet.
  IF v_amount <= 0 THEN
    RETURN jsonb_build_object('refusal', 'BONUS_CONDITION', 'details', jsonb_build_object('reason', 'deposit-first'));
  END IF;
  INSERT INTO user_bonuses AS u (member_id, bonus_code, is_active, turnover_required, turnover_at_start, total_at_start, created_at,
      updated_at)
    SELECT p_member, v_code, true, v_amount * v_bonus.turnover_times, turnover, member_total(p_member) + v_amount, p_now, p_now
      FROM members WHERE id = p_member
    ON CONFLICT (member_id, bonus_code) DO UPDATE SET is_active = true, turnover_required = excluded.turnover_required,
      turnover_at_start = excluded.turnover_at_start, total_at_start = excluded.total_at_start, updated_at = p_now
    RETURNING u.id INTO v_user_bonus;
  INSERT INTO bonus_receipts (user_bonus_id, amount, updated_at) VALUES (v_user_bonus, v_amount, p_now) RETURNING id INTO v_receipt;
  PERFORM reward_pay(p_member, v_amount, 'bonus:' || v_receipt, 'bonus');
  RETURN '{}';
END $$;
--> statement-breakpoint
CREATE FUNCTION promotion_activate(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
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
  IF v_amount <= 0 THEN
    RETURN jsonb_build_object('refusal', 'BONUS_CONDITION');
  END IF;
  INSERT INTO promotion_uses (member_id, promotion_code, is_active, amount, turnover_required, turnover_at_start, total_at_start,
      created_at, updated_at)
    SELECT p_member, v_code, true, v_amount, v_amount * v_promotion.turnover_times, turnover, member_total(p_member) + v_amount,
      p_now, p_now FROM members WHERE id = p_member
    RETURNING id INTO v_use;
  PERFORM reward_pay(p_member, v_amount, 'promotion:' || v_use, 'promotion');
  RETURN '{}';
END $$;
--> statement-breakpoint
-- Whether a deposit that is only asked for (satang) would pass a limit which the member has set: null, or what the answer says. Codes
-- that wait to be paid take up room.
CREATE FUNCTION deposit_refusal(p_member text, p_amount bigint, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_promised bigint;
  v_refusal jsonb;
BEGIN
  IF NOT EXISTS (SELECT FROM play_limits WHERE member_id = p_member AND kind = 'deposit') THEN
    RETURN NULL;
  END IF;
  SELECT coalesce(sum(amount), 0) INTO v_promised FROM qr_codes
    WHERE member_id = p_member AND status = 'waiting' AND expires_at > p_now;
  v_refusal := play_limit_refusal(p_member, 'deposit', p_amount + v_promised, 0, clock_timestamp());
  RETURN v_refusal || jsonb_build_object('maximum', greatest((v_refusal ->> 'maximum')::bigint - v_promised, 0));
END $$;
--> statement-breakpoint
-- Stores a code that its channel has made, or says that the one which waits to be paid (`waiting`) still does: one deposit must not be
-- paid twice.
CREATE FUNCTION qr_create(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
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
  INSERT INTO qr_codes (id, member_id, channel, amount, reference, payload, expires_at, created_at)
    VALUES ((v_code ->> 'id')::uuid, p_member, v_channel, (v_code ->> 'amount')::bigint, v_code ->> 'reference', v_code ->> 'payload',
      (v_code ->> 'expiresAt')::timestamptz, p_now);
  RETURN '{}';
END $$;
--> statement-breakpoint
-- As the functions of money before them: their plans must not read whole tables because those were short once.
ALTER FUNCTION spin_once(text, jsonb, timestamptz) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION coupon_claim(text, jsonb, timestamptz) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION bonus_activate(text, jsonb, timestamptz) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION promotion_activate(text, jsonb, timestamptz) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION deposit_refusal(text, bigint, timestamptz) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION qr_create(text, jsonb, timestamptz) SET enable_seqscan = off;
