-- Refuses to open a session while the member has a break. Whoever opens one, and whoever takes a break, holds the member's row.
CREATE OR REPLACE FUNCTION play_break_holds() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM play_break_refuse(new.member_id, new.created_at);
  RETURN new;
END $$;
