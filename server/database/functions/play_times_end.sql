-- Ends time at play with a transfer out of the last game. Its money has left the game's account before its row is written.
CREATE OR REPLACE FUNCTION play_times_end() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM play_end(new.member_id, new.created_at);
  RETURN new;
END $$;
