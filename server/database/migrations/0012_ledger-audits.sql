CREATE TABLE "ledger_audits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_audits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"problem_count" integer NOT NULL,
	"problems" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER ledger_audits_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_audits
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
