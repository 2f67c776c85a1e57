-- Raises PLAY_BREAK with its end while the member has a break.
CREATE OR REPLACE FUNCTION play_break_refuse(p_member text, p_at timestamptz) RETURNS void
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_break record;
BEGIN
  SELECT kind, ends_at INTO v_break FROM play_breaks WHERE member_id = p_member AND ends_at > p_at ORDER BY ends_at DESC LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '%', jsonb_build_object('code', 'PLAY_BREAK', 'details', jsonb_build_object('reason', v_break.kind,
      'until', iso_time(v_break.ends_at))) USING ERRCODE = 'PL001';
  END IF;
END $$;
