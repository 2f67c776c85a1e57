CREATE TABLE "scheduled_jobs" (
	"name" text PRIMARY KEY NOT NULL,
	"leased_until" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "provider_transfers" ALTER COLUMN "leased_until" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "slips" ADD COLUMN "leased_until" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "leased_until" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "handed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "slips_leased" ON "slips" USING btree ("leased_until") WHERE "slips"."status" = 'PENDING';--> statement-breakpoint
CREATE INDEX "withdrawals_to_hand" ON "withdrawals" USING btree ("leased_until") WHERE "withdrawals"."status" = 'pending' and "withdrawals"."handed_at" is null;