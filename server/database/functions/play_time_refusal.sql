-- Whether the member's time at play is used up: null, or the details of the refusal, of the limit that is in the way for longest.
CREATE OR REPLACE FUNCTION play_time_refusal(p_member text, p_at timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_limit record;
  v_refusal jsonb;
BEGIN
  FOR v_limit IN SELECT period, amount FROM play_limits WHERE member_id = p_member AND kind = 'time' LOOP
    IF play_seconds(p_member, v_limit.period, p_at) >= v_limit.amount * 60
      AND (v_refusal IS NULL OR play_period(v_limit.period, p_at, 1) > (v_refusal ->> 'until')::timestamptz) THEN
      v_refusal := jsonb_build_object('reason', 'time-used',
        'until', iso_time(play_period(v_limit.period, p_at, 1)));
    END IF;
  END LOOP;
  RETURN v_refusal;
END $$;
