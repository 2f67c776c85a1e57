CREATE TABLE "statement_counts" (
	"member_id" text NOT NULL,
	"type" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "statement_counts_member_id_type_pk" PRIMARY KEY("member_id","type")
);
--> statement-breakpoint
ALTER TABLE "provider_transfers" ADD COLUMN "stuck_at" timestamp (3) with time zone;
--> statement-breakpoint
-- Each update of a count then fits on its page, beside the version before it, and touches no index.
ALTER TABLE statement_counts SET (fillfactor = 50);
--> statement-breakpoint
-- Counts rows with the transaction that writes or deletes them: whoever sees the rows sees the count. The ledger has the member by
-- then, so nobody waits here for another. By statement, because one that writes many rows would otherwise change one count as often.
CREATE FUNCTION statements_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO statement_counts AS c (member_id, type, count)
    SELECT member_id, type, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END FROM changed
      GROUP BY member_id, type ORDER BY member_id, type
    ON CONFLICT (member_id, type) DO UPDATE SET count = c.count + excluded.count;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- No row may come between the count and the triggers.
LOCK TABLE statements IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
INSERT INTO statement_counts (member_id, type, count)
  SELECT member_id, type, count(*) FROM statements GROUP BY member_id, type;
--> statement-breakpoint
CREATE TRIGGER statements_counted_when_written AFTER INSERT ON statements
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION statements_counted();
--> statement-breakpoint
CREATE TRIGGER statements_counted_when_deleted AFTER DELETE ON statements
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION statements_counted();
