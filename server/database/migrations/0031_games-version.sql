CREATE TABLE "games_versions" (
	"version" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
INSERT INTO games_versions VALUES (gen_random_uuid());
--> statement-breakpoint
-- With the change itself: whoever sees the games of a version sees its value.
CREATE FUNCTION games_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE games_versions SET version = gen_random_uuid();
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER games_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON games
  FOR EACH STATEMENT EXECUTE FUNCTION games_changed();
--> statement-breakpoint
CREATE INDEX "game_results_member_time" ON "game_results" USING btree ("member_id","created_at");