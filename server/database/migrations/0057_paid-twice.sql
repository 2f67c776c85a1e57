CREATE TABLE "paid_twice" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"own_id" uuid NOT NULL,
	"bank_id" uuid NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"noted_at" timestamp (3) with time zone,
	CONSTRAINT "paid_twice_own" UNIQUE("own_id"),
	CONSTRAINT "paid_twice_bank" UNIQUE("bank_id")
);
--> statement-breakpoint
ALTER TABLE "paid_twice" ADD CONSTRAINT "paid_twice_own_id_incoming_transfers_id_fk" FOREIGN KEY ("own_id") REFERENCES "public"."incoming_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paid_twice" ADD CONSTRAINT "paid_twice_bank_id_incoming_transfers_id_fk" FOREIGN KEY ("bank_id") REFERENCES "public"."incoming_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "paid_twice_waiting" ON "paid_twice" USING btree ("reported_at","id") WHERE "paid_twice"."noted_at" is null;