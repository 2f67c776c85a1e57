CREATE TABLE "archive_files" (
	"name" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"last_id" bigint NOT NULL,
	"rows" integer NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "archive_files_kind" CHECK ("archive_files"."kind" in ('entries', 'statements'))
);
--> statement-breakpoint
CREATE TABLE "ledger_carried" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"amount" bigint NOT NULL
);
--> statement-breakpoint
-- Entries leave the books by a row inserted into `ledger_archiving` alone: those of the postings that come next, up to one of them. The
-- same transaction adds their sums to what is carried, so that the books balance at every moment; and it is done only if there are
-- exactly as many as the file has. Postings stay: an operation that is forgotten would be performed again.
CREATE VIEW ledger_archiving AS
  SELECT NULL::text AS name, NULL::bigint AS last_id, NULL::integer AS rows, NULL::text AS sha256 WHERE false;
--> statement-breakpoint
CREATE FUNCTION ledger_archive() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_after bigint;
  v_count integer;
  v_sum bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('ledger_archive'));
  SELECT coalesce(max(last_id), 0) INTO v_after FROM archive_files WHERE kind = 'entries';
  IF new.last_id <= v_after OR new.last_id IS NULL THEN
    RAISE EXCEPTION 'posting % was archived before', new.last_id USING ERRCODE = 'LG000';
  ELSIF EXISTS (SELECT FROM ledger_postings WHERE id > v_after AND id <= new.last_id
      AND created_at >= date_trunc('month', now()) - interval '1 month') OR new.last_id > (SELECT max(id) FROM ledger_postings) THEN
    RAISE EXCEPTION 'the books of this month and the one before stay' USING ERRCODE = 'LG000';
  END IF;
  WITH gone AS (
    DELETE FROM ledger_entries WHERE posting_id > v_after AND posting_id <= new.last_id RETURNING account_id, amount
  ), carried AS (
    INSERT INTO ledger_carried AS c (account_id, amount)
      SELECT account_id, sum(amount) FROM gone GROUP BY account_id
      ON CONFLICT (account_id) DO UPDATE SET amount = c.amount + excluded.amount
  )
  SELECT count(*), coalesce(sum(amount), 0) INTO v_count, v_sum FROM gone;
  IF v_count IS DISTINCT FROM new.rows OR v_sum <> 0 THEN
    RAISE EXCEPTION 'the file % has % entries, the books have % that sum to %', new.name, new.rows, v_count, v_sum
      USING ERRCODE = 'LG001';
  END IF;
  INSERT INTO archive_files (name, kind, last_id, rows, sha256) VALUES (new.name, 'entries', new.last_id, new.rows, new.sha256);
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_archiving_done INSTEAD OF INSERT ON ledger_archiving FOR EACH ROW EXECUTE FUNCTION ledger_archive();
--> statement-breakpoint
DROP TRIGGER ledger_entries_only_grow ON ledger_entries;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_only_grow BEFORE UPDATE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_go_by_archiving_only BEFORE DELETE ON ledger_entries
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION ledger_refuse();
--> statement-breakpoint
CREATE TRIGGER ledger_carried_stays BEFORE DELETE OR TRUNCATE ON ledger_carried
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
--> statement-breakpoint
CREATE TRIGGER ledger_carried_by_archiving_only BEFORE INSERT OR UPDATE ON ledger_carried
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION ledger_refuse();
--> statement-breakpoint
CREATE TRIGGER archive_files_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON archive_files
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
--> statement-breakpoint
CREATE TRIGGER archive_files_of_entries_by_archiving_only BEFORE INSERT ON archive_files
  FOR EACH ROW WHEN (new.kind = 'entries' AND pg_trigger_depth() = 0) EXECUTE FUNCTION ledger_refuse();
--> statement-breakpoint
-- Their plans must not read whole tables because those were short once.
ALTER FUNCTION ledger_archive() SET enable_seqscan = off;
