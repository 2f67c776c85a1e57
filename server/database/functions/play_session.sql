-- The play that goes on at a time or ended within the last half an hour, back to the first pause of half an hour: since when, its seconds at play,
-- and what the games' results have come to since (satang). `since` is null if there is none.
CREATE OR REPLACE FUNCTION play_session(
  p_member text, p_at timestamptz, OUT since timestamptz, OUT seconds bigint, OUT net bigint, OUT is_open boolean
)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_row record;
BEGIN
  seconds := 0;
  is_open := false;
  FOR v_row IN SELECT started_at, ends_at FROM play_times WHERE member_id = p_member ORDER BY started_at DESC LOOP
    EXIT WHEN v_row.ends_at + interval '30 minutes' < coalesce(since, p_at);
    is_open := is_open OR v_row.ends_at > p_at;
    since := v_row.started_at;
    seconds := seconds + greatest(floor(extract(epoch FROM least(v_row.ends_at, p_at) - v_row.started_at)), 0);
  END LOOP;
  net := (SELECT coalesce(sum(amount), 0) FROM game_results WHERE member_id = p_member AND created_at >= since);
END $$;
