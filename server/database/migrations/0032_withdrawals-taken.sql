ALTER TABLE "withdrawals" DROP CONSTRAINT "withdrawals_status";--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "taken_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_status" CHECK ("withdrawals"."status" in ('pending', 'settled', 'refused', 'cancelled'));--> statement-breakpoint
-- Of those that wait now, nobody knows whether a bank has been asked: they cannot be cancelled.
UPDATE "withdrawals" SET "taken_at" = coalesce("handed_at", "created_at") WHERE "status" = 'pending';
