CREATE TABLE "sandbox_transfers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"channel" text NOT NULL,
	"bank_no" text NOT NULL,
	"bank_reference" text NOT NULL,
	"amount" bigint NOT NULL,
	"from_bank" text NOT NULL,
	"from_account" text NOT NULL,
	"from_name" text NOT NULL,
	"to_account" text NOT NULL,
	"own_reference" text,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sandbox_transfers_reference" UNIQUE("bank_no","bank_reference"),
	CONSTRAINT "sandbox_transfers_own_reference" UNIQUE("own_reference")
);
--> statement-breakpoint
CREATE TABLE "member_bank_accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "member_bank_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"member_id" text NOT NULL,
	"bank_code" text NOT NULL,
	"account_no" text NOT NULL,
	"account_name" text NOT NULL,
	"valid_from" timestamp (3) with time zone NOT NULL,
	"valid_until" timestamp (3) with time zone
);
--> statement-breakpoint
DROP INDEX "slips_bank_reference_once";--> statement-breakpoint
ALTER TABLE "incoming_transfers" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "incoming_transfers" ADD COLUMN "sender_bank" text;--> statement-breakpoint
ALTER TABLE "incoming_transfers" ADD COLUMN "bank_reference" text;--> statement-breakpoint
ALTER TABLE "incoming_transfers" ADD COLUMN "own_reference" text;--> statement-breakpoint
ALTER TABLE "incoming_transfers" ADD COLUMN "paid_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "slips" ADD COLUMN "transfer_id" uuid;--> statement-breakpoint
-- The sandbox's bank wrote what it had seen among the deposits: from now on it has a book of its own.
INSERT INTO "sandbox_transfers" ("channel", "bank_no", "bank_reference", "amount", "from_bank", "from_account", "from_name", "to_account", "paid_at", "created_at")
SELECT "t"."channel", split_part("t"."reference", ':', 2), split_part("t"."reference", ':', 3), "t"."amount", coalesce("m"."bank_code", ''), coalesce("t"."from_account", ''), coalesce("m"."bank_account_name", ''), coalesce("t"."to_account", ''), "t"."created_at", "t"."created_at"
FROM "incoming_transfers" AS "t"
LEFT JOIN LATERAL (SELECT * FROM "members" WHERE "bank_account_no" = "t"."from_account" LIMIT 1) AS "m" ON true
WHERE "t"."reference" LIKE 'slip:%' AND ("t"."from_account" IS NOT NULL OR "t"."credited_at" IS NULL);--> statement-breakpoint
DELETE FROM "incoming_transfers" WHERE "reference" LIKE 'slip:%' AND "credited_at" IS NULL;--> statement-breakpoint
-- What was credited stays credited, under all that is known of it. No bank has told when it was paid: it counts for every day.
UPDATE "incoming_transfers" SET
	"source" = CASE split_part("reference", ':', 1) WHEN 'qr' THEN 'qr' WHEN 'slip' THEN 'slip' ELSE 'feed' END,
	"sender_bank" = CASE WHEN "reference" LIKE 'slip:%' THEN split_part("reference", ':', 2) END,
	"bank_reference" = CASE split_part("reference", ':', 1) WHEN 'slip' THEN split_part("reference", ':', 3) WHEN 'bank' THEN substr("reference", 6) END,
	"own_reference" = CASE WHEN "reference" LIKE 'qr:%' THEN "reference" END;--> statement-breakpoint
ALTER TABLE "incoming_transfers" ALTER COLUMN "source" SET NOT NULL;--> statement-breakpoint
INSERT INTO "incoming_transfers" ("channel", "source", "reference", "own_reference", "amount", "member_id", "credited_at", "created_at")
SELECT 'TRUEWALLET', 'gift', 'gift:' || "code_hash", 'gift:' || "code_hash", "amount", "member_id", "created_at", "created_at"
FROM "true_links" WHERE "status" = 'SUCCESS' AND "amount" > 0;--> statement-breakpoint
UPDATE "slips" SET "transfer_id" = "t"."id" FROM "incoming_transfers" AS "t"
WHERE "slips"."status" = 'SUCCESS' AND "t"."reference" = 'slip:' || "slips"."bank_reference";--> statement-breakpoint
-- The row of a late payment is found by its transfer.
UPDATE "statements" SET "reference" = "t"."id"::text FROM "qr_codes" AS "q"
JOIN "incoming_transfers" AS "t" ON "t"."reference" = 'qr:' || "q"."reference" AND "t"."credited_at" IS NULL
WHERE "statements"."reference" = "q"."id"::text AND "statements"."status" = 'PENDING';--> statement-breakpoint
INSERT INTO "member_bank_accounts" ("member_id", "bank_code", "account_no", "account_name", "valid_from")
SELECT "id", "bank_code", "bank_account_no", coalesce("bank_account_name", ''), "updated_at"
FROM "members" WHERE "bank_code" IS NOT NULL AND "bank_account_no" IS NOT NULL;--> statement-breakpoint
-- Whoever changes a member's account, and in whatever way, the one before stays on record.
CREATE FUNCTION member_bank_account_kept() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_at timestamptz := new.updated_at;
BEGIN
  IF tg_op = 'UPDATE' THEN
    IF (new.bank_code, new.bank_account_no, new.bank_account_name)
      IS NOT DISTINCT FROM (old.bank_code, old.bank_account_no, old.bank_account_name) THEN
      RETURN NULL;
    END IF;
    IF new.updated_at IS NOT DISTINCT FROM old.updated_at THEN v_at := now(); END IF;
    UPDATE member_bank_accounts SET valid_until = v_at WHERE member_id = new.id AND valid_until IS NULL;
  END IF;
  IF new.bank_code IS NOT NULL AND new.bank_account_no IS NOT NULL THEN
    INSERT INTO member_bank_accounts (member_id, bank_code, account_no, account_name, valid_from)
      VALUES (new.id, new.bank_code, new.bank_account_no, coalesce(new.bank_account_name, ''), v_at);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER members_bank_account_kept AFTER INSERT OR UPDATE ON "members"
  FOR EACH ROW EXECUTE FUNCTION member_bank_account_kept();
--> statement-breakpoint
ALTER TABLE "member_bank_accounts" ADD CONSTRAINT "member_bank_accounts_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "member_bank_accounts_member" ON "member_bank_accounts" USING btree ("member_id","valid_from");--> statement-breakpoint
CREATE INDEX "member_bank_accounts_account" ON "member_bank_accounts" USING btree ("account_no");--> statement-breakpoint
ALTER TABLE "slips" ADD CONSTRAINT "slips_transfer_id_incoming_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."incoming_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "incoming_transfers_bank_reference" ON "incoming_transfers" USING btree ("bank_reference","sender_bank");--> statement-breakpoint
CREATE INDEX "incoming_transfers_own_reference" ON "incoming_transfers" USING btree ("own_reference");--> statement-breakpoint
ALTER TABLE "incoming_transfers" ADD CONSTRAINT "incoming_transfers_credited" CHECK ("incoming_transfers"."credited_at" is null or "incoming_transfers"."member_id" is not null);--> statement-breakpoint
ALTER TABLE "incoming_transfers" ADD CONSTRAINT "incoming_transfers_source" CHECK ("incoming_transfers"."source" in ('feed', 'qr', 'slip', 'gift', 'sandbox'));
