-- Refuses a transfer into a game while the member has a break, or where it would pass a limit of losses or of time at play; else notes a sign of
-- play. Most members have neither, so one statement asks for both. A transfer out of a game is never refused.
CREATE OR REPLACE FUNCTION play_begins() RETURNS trigger
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_has_break boolean;
  v_has_limit boolean;
  v_taken bigint;
  v_at timestamptz;
  v_refusal jsonb;
BEGIN
  SELECT EXISTS (SELECT FROM play_breaks WHERE member_id = new.member_id AND ends_at > new.created_at),
      EXISTS (SELECT FROM play_limits WHERE member_id = new.member_id AND kind <> 'deposit') INTO v_has_break, v_has_limit;
  IF v_has_break THEN
    PERFORM play_break_refuse(new.member_id, new.created_at);
  END IF;
  IF v_has_limit THEN
    v_taken := (new.taken ->> ('member:' || new.member_id || ':wallet'))::bigint;
    -- From one game into another nothing is lost.
    IF v_taken IS NOT NULL THEN
      SELECT max(created_at) INTO v_at FROM statements WHERE reference = new.id::text;
      v_refusal := play_limit_refusal(new.member_id, 'loss', v_taken, v_taken, coalesce(v_at, clock_timestamp()));
      IF v_refusal IS NOT NULL THEN
        RAISE EXCEPTION '%', jsonb_build_object('code', 'LOSS_LIMIT', 'details', v_refusal) USING ERRCODE = 'PL001';
      END IF;
    END IF;
    v_refusal := play_time_refusal(new.member_id, new.created_at);
    IF v_refusal IS NOT NULL THEN
      RAISE EXCEPTION '%', jsonb_build_object('code', 'TIME_LIMIT', 'details', v_refusal) USING ERRCODE = 'PL001';
    END IF;
  END IF;
  PERFORM play_note(new.member_id, new.created_at);
  RETURN new;
END $$;
