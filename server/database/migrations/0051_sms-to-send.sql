CREATE TABLE "sms_to_send" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"phone" text NOT NULL,
	"text" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "sms_to_send_waiting" ON "sms_to_send" USING btree ("leased_until") WHERE "sms_to_send"."done_at" is null;--> statement-breakpoint
CREATE INDEX "sms_to_send_done" ON "sms_to_send" USING btree ("done_at") WHERE "sms_to_send"."done_at" is not null;