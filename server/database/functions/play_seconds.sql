-- How many seconds of the period that holds a time the member had been at play until then.
CREATE OR REPLACE FUNCTION play_seconds(p_member text, p_period text, p_at timestamptz) RETURNS bigint
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_from timestamptz := play_period(p_period, p_at, 0);
BEGIN
  -- Those that began in the period, and the one before them, which may reach into it.
  RETURN (SELECT coalesce(floor(sum(greatest(extract(epoch FROM least(ends_at, p_at) - greatest(started_at, v_from)), 0))), 0)
    FROM play_times WHERE member_id = p_member AND started_at >= coalesce(
      (SELECT max(started_at) FROM play_times WHERE member_id = p_member AND started_at <= v_from), '-infinity'));
END $$;
