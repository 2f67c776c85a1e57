-- A late code is ended by the decision on its payment. These have none that waits: it was joined into a transfer that another member had got,
-- or that was sent back, and the code was left. Locked first, so that a payment that comes in meanwhile is seen below.
SELECT FROM "qr_codes" WHERE "status" = 'late' FOR UPDATE;--> statement-breakpoint
WITH "left" AS (
  SELECT "id", 'qr:' || "reference" AS "own_reference", EXISTS (
    SELECT FROM "incoming_transfers" "paid"
    WHERE "paid"."own_reference" = 'qr:' || "code"."reference" AND "paid"."member_id" = "code"."member_id"
      AND "paid"."credited_at" IS NOT NULL
  ) AS "is_paid"
  FROM "qr_codes" "code"
  WHERE "status" = 'late' AND NOT EXISTS (
    SELECT FROM "incoming_transfers" "waiting"
    WHERE "waiting"."own_reference" = 'qr:' || "code"."reference" AND "waiting"."member_id" = "code"."member_id"
      AND "waiting"."credited_at" IS NULL
  )
), "ended" AS (
  UPDATE "qr_codes" SET
    "status" = CASE WHEN "is_paid" THEN 'paid' ELSE 'expired' END,
    "paid_at" = CASE WHEN "is_paid" THEN "paid_at" END
  FROM "left" WHERE "qr_codes"."id" = "left"."id"
  RETURNING "member_id", "reference", "status", "own_reference"
)
INSERT INTO "audit_events" ("created_at", "kind", "actor", "member_id", "subject", "before", "after")
SELECT now(), 'qr-ended', 'system', "member_id", "reference", '{"status": "late"}', jsonb_build_object(
  'status', "status",
  'transfer', coalesce(
    (SELECT jsonb_agg("id" ORDER BY "created_at") FROM "incoming_transfers" "of" WHERE "of"."own_reference" = "ended"."own_reference"),
    '[]'
  )
)
FROM "ended";--> statement-breakpoint
-- Last, because nobody reads withdrawals meanwhile.
ALTER TABLE "withdrawals" ADD COLUMN "contradicted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "noted_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "withdrawals_contradicted" ON "withdrawals" USING btree ("contradicted_at","id") WHERE "withdrawals"."contradicted_at" is not null and "withdrawals"."noted_at" is null;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_noted" CHECK ("withdrawals"."noted_at" is null or "withdrawals"."contradicted_at" is not null);--> statement-breakpoint
-- What the bank said before stands in the trail alone.
UPDATE "withdrawals" SET "contradicted_at" = "said"."at"
FROM (
  -- As uuids, so that the few are found by the key.
  SELECT CASE WHEN "subject" ~ '^[0-9a-f-]{36}$' THEN "subject"::uuid END AS "id", min("created_at") AS "at"
  FROM "audit_events" WHERE "kind" = 'payout-contradicted' GROUP BY "subject"
) "said"
WHERE "withdrawals"."id" = "said"."id";
