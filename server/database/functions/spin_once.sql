-- One spin for one coin. The caller has drawn the slice while the member had `coin` coins; a wheel or a number of coins that has changed since is
-- answered with `changed`. A prize gives a coupon.
CREATE OR REPLACE FUNCTION spin_once(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET enable_seqscan = off AS $$
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
