CREATE TABLE "audit_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"actor" text NOT NULL,
	"member_id" text,
	"subject" text,
	"address" text,
	"device" text,
	"user_agent" text,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "audit_events_actor" CHECK ("audit_events"."actor" in ('member', 'operator', 'system', 'stranger'))
);
--> statement-breakpoint
CREATE INDEX "audit_events_member" ON "audit_events" USING btree ("member_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_events_kind" ON "audit_events" USING btree ("kind","id" DESC NULLS LAST);--> statement-breakpoint
-- The trail only grows: whoever comes with plain SQL cannot change what it tells.
CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail only grows: % is refused', lower(tg_op) USING ERRCODE = 'AU000';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_events_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();
