-- When the period that holds a time begins in Bangkok (p_step 0), or the next one does (p_step 1). Weeks begin on Monday.
CREATE OR REPLACE FUNCTION play_period(p_period text, p_at timestamptz, p_step integer) RETURNS timestamptz
LANGUAGE sql IMMUTABLE AS $$
  SELECT (date_trunc(p_period, (p_at AT TIME ZONE 'UTC') + interval '7 hours') + p_step * ('1 ' || p_period)::interval
    - interval '7 hours') AT TIME ZONE 'UTC'
$$;
