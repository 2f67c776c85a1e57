CREATE TABLE "push_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subscription" uuid NOT NULL,
	"event" text NOT NULL,
	"tag" text NOT NULL,
	"amount" bigint,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "push_messages_once" UNIQUE("subscription","tag"),
	CONSTRAINT "push_messages_event" CHECK ("push_messages"."event" in ('deposit', 'withdrawal-settled', 'withdrawal-refused', 'chat', 'device'))
);
--> statement-breakpoint
CREATE TABLE "push_preferences" (
	"member_id" text PRIMARY KEY NOT NULL,
	"deposit" boolean DEFAULT true NOT NULL,
	"withdrawal" boolean DEFAULT true NOT NULL,
	"chat" boolean DEFAULT true NOT NULL,
	"device" boolean DEFAULT true NOT NULL,
	"amounts" boolean DEFAULT false NOT NULL,
	"quiet_from" text DEFAULT '' NOT NULL,
	"quiet_until" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" text NOT NULL,
	"session" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"locale" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_session_unique" UNIQUE("session"),
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint"),
	CONSTRAINT "push_subscriptions_locale" CHECK ("push_subscriptions"."locale" in ('th', 'la', 'en'))
);
--> statement-breakpoint
ALTER TABLE "push_preferences" ADD CONSTRAINT "push_preferences_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_sessions_token_hash_fk" FOREIGN KEY ("session") REFERENCES "public"."sessions"("token_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_messages_waiting" ON "push_messages" USING btree ("leased_until") WHERE "push_messages"."done_at" is null;--> statement-breakpoint
CREATE INDEX "push_messages_created" ON "push_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "push_subscriptions_member" ON "push_subscriptions" USING btree ("member_id","created_at");