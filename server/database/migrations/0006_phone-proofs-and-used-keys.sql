DROP INDEX "acts_created";--> statement-breakpoint
ALTER TABLE "acts" ALTER COLUMN "reply" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "otp_challenges" ADD COLUMN "purpose" text DEFAULT 'register' NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "bank_changed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "acts_kept" ON "acts" USING btree ("created_at") WHERE "acts"."reply" is not null;--> statement-breakpoint
ALTER TABLE "otp_challenges" ADD CONSTRAINT "otp_challenges_purpose" CHECK ("otp_challenges"."purpose" in ('register', 'bank-account'));