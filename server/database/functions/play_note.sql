-- Notes a sign of play: the member's time goes on for half an hour, or begins. Only the newest time can still go on. The caller holds the member.
CREATE OR REPLACE FUNCTION play_note(p_member text, p_at timestamptz) RETURNS void
LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  UPDATE play_times SET ends_at = greatest(ends_at, p_at + interval '30 minutes')
    WHERE id = (SELECT id FROM play_times WHERE member_id = p_member ORDER BY started_at DESC LIMIT 1) AND ends_at >= p_at;
  IF NOT FOUND THEN
    INSERT INTO play_times (member_id, started_at, ends_at) VALUES (p_member, p_at, p_at + interval '30 minutes');
  END IF;
END $$;
