-- Whether a deposit that is only asked for (satang) would pass a limit that the member has set: null, or the details of the refusal. QR codes that
-- wait to be paid take up room. Raises PLAY_BREAK while the member has a break.
CREATE OR REPLACE FUNCTION deposit_refusal(p_member text, p_amount bigint, p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_promised bigint;
  v_refusal jsonb;
BEGIN
  PERFORM play_break_refuse(p_member, p_now);
  IF NOT EXISTS (SELECT FROM play_limits WHERE member_id = p_member AND kind = 'deposit') THEN
    RETURN NULL;
  END IF;
  SELECT coalesce(sum(amount), 0) INTO v_promised FROM qr_codes
    WHERE member_id = p_member AND status = 'waiting' AND expires_at > p_now;
  v_refusal := play_limit_refusal(p_member, 'deposit', p_amount + v_promised, 0, clock_timestamp());
  RETURN v_refusal || jsonb_build_object('maximum', greatest((v_refusal ->> 'maximum')::bigint - v_promised, 0));
END $$;
