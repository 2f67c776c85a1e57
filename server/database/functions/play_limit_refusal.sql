-- Whether an amount (satang) would pass one of the member's limits: null, or the details of the refusal: the longest period whose limit it passes,
-- when that ends, and what is left of all limits. `p_counted`: how much of the amount `play_used` has counted already.
CREATE OR REPLACE FUNCTION play_limit_refusal(p_member text, p_kind text, p_amount bigint, p_counted bigint, p_at timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_limit record;
  v_room bigint;
  v_least bigint;
  v_refusal jsonb;
BEGIN
  FOR v_limit IN SELECT period, amount FROM play_limits WHERE member_id = p_member AND kind = p_kind LOOP
    v_room := v_limit.amount - play_used(p_member, p_kind, v_limit.period, p_at) + p_counted;
    v_least := least(v_least, v_room);
    IF v_room < p_amount
      AND (v_refusal IS NULL OR play_period(v_limit.period, p_at, 1) > (v_refusal ->> 'until')::timestamptz) THEN
      v_refusal := jsonb_build_object('reason', 'limit-' || v_limit.period,
        'until', iso_time(play_period(v_limit.period, p_at, 1)));
    END IF;
  END LOOP;
  RETURN v_refusal || jsonb_build_object('maximum', greatest(v_least, 0));
END $$;
