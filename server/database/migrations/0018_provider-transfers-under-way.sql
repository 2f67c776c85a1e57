CREATE TABLE "provider_transfers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" text NOT NULL,
	"operation_id" text NOT NULL,
	"status" text DEFAULT 'moving' NOT NULL,
	"moves" jsonb NOT NULL,
	"taken" jsonb NOT NULL,
	"destination" text NOT NULL,
	"withdrawal" jsonb,
	"reply" text NOT NULL,
	"leased_until" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "provider_transfers_operationId_unique" UNIQUE("operation_id"),
	CONSTRAINT "provider_transfers_status" CHECK ("provider_transfers"."status" in ('moving', 'cancelling'))
);
--> statement-breakpoint
-- An order that is still here is of an operation that failed: whatever it may have asked of a provider, in any of its runs, is cancelled.
INSERT INTO provider_transfers (id, member_id, operation_id, status, moves, taken, destination, reply, leased_until, created_at)
SELECT o.id, o.member_id, 'move-order:' || o.id, 'cancelling',
  coalesce((SELECT jsonb_agg(jsonb_build_object('gameCode', a.game_code, 'username', a.username, 'amount', 0,
      'reference', o.id || ':' || run || ':' || a.game_code))
    FROM game_accounts a CROSS JOIN generate_series(1, 5) AS run WHERE a.member_id = o.member_id), '[]'),
  '{}', 'member:' || o.member_id || ':wallet', '', o.created_at + interval '2 minutes', o.created_at
FROM move_orders o;
--> statement-breakpoint
ALTER TABLE "move_orders" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "move_orders" CASCADE;--> statement-breakpoint
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_name";--> statement-breakpoint
ALTER TABLE "provider_transfers" ADD CONSTRAINT "provider_transfers_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "provider_transfers_leased" ON "provider_transfers" USING btree ("leased_until");--> statement-breakpoint
CREATE INDEX "provider_transfers_member" ON "provider_transfers" USING btree ("member_id");--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_name" CHECK ("ledger_accounts"."name" ~ '^(house:[a-z]+(:[^:]+)?|member:[^:]+:(wallet|withdrawing|moving|game:[^:]+))$');