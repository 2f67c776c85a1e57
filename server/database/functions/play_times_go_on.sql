-- A round is a sign of play, and the last one where it has lost all that was in games.
CREATE OR REPLACE FUNCTION play_times_go_on() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM play_note(new.member_id, new.created_at);
  PERFORM play_end(new.member_id, new.created_at);
  RETURN new;
END $$;
