-- Gives the list of games a new version in the transaction that changes it: whoever sees the games of a version sees its value.
CREATE OR REPLACE FUNCTION games_changed() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE games_versions SET version = gen_random_uuid();
  RETURN NULL;
END $$;
