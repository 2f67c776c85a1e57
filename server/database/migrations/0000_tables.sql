CREATE TABLE "acts" (
	"owner" text NOT NULL,
	"key" text NOT NULL,
	"call" text NOT NULL,
	"body_hash" text NOT NULL,
	"status" text NOT NULL,
	"http_status" integer,
	"reply" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "acts_owner_key_pk" PRIMARY KEY("owner","key"),
	CONSTRAINT "acts_status" CHECK ("acts"."status" in ('running', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "otp_challenges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"otp_ref" text NOT NULL,
	"token_hash" text NOT NULL,
	"phone" text NOT NULL,
	"code_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"wrong_count" integer DEFAULT 0 NOT NULL,
	"blocked_until" timestamp (3) with time zone,
	"verified_at" timestamp (3) with time zone,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "otp_challenges_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"reset_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sms_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sms_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"phone" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bonus_receipts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bonus_receipts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_bonus_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bonuses" (
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"max_received" integer DEFAULT 1 NOT NULL,
	"percent_fail" numeric(7, 2) DEFAULT 0 NOT NULL,
	"banners" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reward_amount" bigint DEFAULT 0 NOT NULL,
	"reward_percent" numeric(7, 2) DEFAULT 0 NOT NULL,
	"reward_max" bigint,
	"turnover_times" integer DEFAULT 0 NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	CONSTRAINT "bonuses_type" CHECK ("bonuses"."type" in ('limit', 'day', 'week'))
);
--> statement-breakpoint
CREATE TABLE "promotion_uses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" text NOT NULL,
	"promotion_code" text NOT NULL,
	"is_active" boolean NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	"turnover_required" bigint DEFAULT 0 NOT NULL,
	"turnover_done" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "promotion_uses_once" UNIQUE("member_id","promotion_code"),
	CONSTRAINT "promotion_uses_amount" CHECK ("promotion_uses"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "promotions" (
	"code" text PRIMARY KEY NOT NULL,
	"description" text NOT NULL,
	"percent_fail" numeric(7, 2) DEFAULT 0 NOT NULL,
	"reward_amount" bigint DEFAULT 0 NOT NULL,
	"reward_percent" numeric(7, 2) DEFAULT 0 NOT NULL,
	"reward_max" bigint,
	"turnover_times" integer DEFAULT 0 NOT NULL,
	"max_uses" integer,
	"ends_at" timestamp (3) with time zone,
	"enabled" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_bonuses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" text NOT NULL,
	"bonus_code" text NOT NULL,
	"is_active" boolean NOT NULL,
	"turnover_required" bigint DEFAULT 0 NOT NULL,
	"turnover_done" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_bonuses_once" UNIQUE("member_id","bonus_code")
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chat_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"room" text NOT NULL,
	"client_id" text NOT NULL,
	"sender" text NOT NULL,
	"message" jsonb NOT NULL,
	"session_id" text NOT NULL,
	"user_id" text,
	"guest_id" text,
	"username" text,
	"name" text,
	"device_token" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_messages_once" UNIQUE("room","client_id")
);
--> statement-breakpoint
CREATE TABLE "chat_reads" (
	"room" text NOT NULL,
	"reader" text NOT NULL,
	"last_read_id" bigint NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_reads_room_reader_pk" PRIMARY KEY("room","reader"),
	CONSTRAINT "chat_reads_reader" CHECK ("chat_reads"."reader" in ('customer', 'agent'))
);
--> statement-breakpoint
CREATE TABLE "incoming_transfers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"channel" text NOT NULL,
	"reference" text NOT NULL,
	"amount" bigint NOT NULL,
	"from_account" text,
	"to_account" text,
	"member_id" text,
	"credited_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "incoming_transfers_reference_unique" UNIQUE("reference"),
	CONSTRAINT "incoming_transfers_amount" CHECK ("incoming_transfers"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "qr_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" text NOT NULL,
	"channel" text NOT NULL,
	"amount" bigint NOT NULL,
	"reference" text NOT NULL,
	"payload" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "qr_codes_reference_unique" UNIQUE("reference"),
	CONSTRAINT "qr_codes_amount" CHECK ("qr_codes"."amount" > 0),
	CONSTRAINT "qr_codes_channel" CHECK ("qr_codes"."channel" in ('KBANK', 'WW', 'PAYTIMZ', 'PAYONEX', 'FP')),
	CONSTRAINT "qr_codes_status" CHECK ("qr_codes"."status" in ('waiting', 'paid', 'cancelled', 'expired', 'late'))
);
--> statement-breakpoint
CREATE TABLE "slips" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" text NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"note" text,
	"reference" text NOT NULL,
	"bank_reference" text,
	"file_path" text NOT NULL,
	"file_hash" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "slips_reference_unique" UNIQUE("reference"),
	CONSTRAINT "slips_status" CHECK ("slips"."status" in ('PENDING', 'SUCCESS', 'FAILED'))
);
--> statement-breakpoint
CREATE TABLE "true_links" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"wallet_account_name" text NOT NULL,
	"amount" bigint,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "true_links_status" CHECK ("true_links"."status" in ('PENDING', 'SUCCESS', 'FAILED'))
);
--> statement-breakpoint
CREATE TABLE "game_accounts" (
	"member_id" text NOT NULL,
	"game_code" text NOT NULL,
	"username" text NOT NULL,
	"password" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"event" jsonb,
	"last_played_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "game_accounts_member_id_game_code_pk" PRIMARY KEY("member_id","game_code"),
	CONSTRAINT "game_accounts_username" UNIQUE("game_code","username")
);
--> statement-breakpoint
CREATE TABLE "game_results" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "game_results_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"member_id" text NOT NULL,
	"game_code" text NOT NULL,
	"amount" bigint NOT NULL,
	"act" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "game_results_act_unique" UNIQUE("act"),
	CONSTRAINT "game_results_amount" CHECK ("game_results"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "games" (
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"category" text NOT NULL,
	"logo" text DEFAULT '' NOT NULL,
	"background" text DEFAULT '' NOT NULL,
	"web" text DEFAULT '' NOT NULL,
	"android" text DEFAULT '' NOT NULL,
	"ios" text DEFAULT '' NOT NULL,
	"launch" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	CONSTRAINT "games_category" CHECK ("games"."category" in ('slot', 'sport', 'lotto')),
	CONSTRAINT "games_launch" CHECK ("games"."launch" in ('autoLogin', 'form', 'open'))
);
--> statement-breakpoint
CREATE TABLE "ledger_accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"member_id" text,
	"balance" bigint DEFAULT 0 NOT NULL,
	"allows_negative" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_accounts_name_unique" UNIQUE("name"),
	CONSTRAINT "ledger_accounts_name" CHECK ("ledger_accounts"."name" ~ '^(house:[a-z]+(:[^:]+)?|member:[^:]+:(wallet|withdrawing|game:[^:]+))$'),
	CONSTRAINT "ledger_accounts_no_overdraft" CHECK ("ledger_accounts"."balance" >= 0 or "ledger_accounts"."allows_negative"),
	CONSTRAINT "ledger_accounts_only_house_negative" CHECK ("ledger_accounts"."allows_negative" = ("ledger_accounts"."member_id" is null))
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"posting_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "ledger_entries_amount" CHECK ("ledger_entries"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_postings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_postings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"act" text NOT NULL,
	"kind" text NOT NULL,
	"memo" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_postings_act_unique" UNIQUE("act")
);
--> statement-breakpoint
CREATE TABLE "members" (
	"id" text PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"password_changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"coin" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"invite_code" text,
	"invited_by" text,
	"source_code" text,
	"currency" text DEFAULT 'BAHT' NOT NULL,
	"bank_code" text,
	"bank_account_name" text,
	"bank_account_no" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "members_username_unique" UNIQUE("username"),
	CONSTRAINT "members_bank_account" UNIQUE("bank_code","bank_account_no"),
	CONSTRAINT "members_coin" CHECK ("members"."coin" >= 0),
	CONSTRAINT "members_status" CHECK ("members"."status" in ('active', 'inactive')),
	CONSTRAINT "members_currency" CHECK ("members"."currency" in ('BAHT', 'LAK'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invite_earnings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invite_earnings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"member_id" text NOT NULL,
	"from_member_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"reference" text NOT NULL,
	"claimed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invite_earnings_reference_unique" UNIQUE("reference"),
	CONSTRAINT "invite_earnings_amount" CHECK ("invite_earnings"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"upto_result_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp (3) with time zone,
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0),
	CONSTRAINT "refunds_status" CHECK ("refunds"."status" in ('waiting', 'paid'))
);
--> statement-breakpoint
CREATE TABLE "agreements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"html" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "banks" (
	"code" text NOT NULL,
	"country" text NOT NULL,
	"name_th" text NOT NULL,
	"name_en" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "banks_country_code_pk" PRIMARY KEY("country","code"),
	CONSTRAINT "banks_country" CHECK ("banks"."country" in ('TH', 'LA'))
);
--> statement-breakpoint
CREATE TABLE "deposit_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"bank_type" text NOT NULL,
	"bank_code" text NOT NULL,
	"mode" text NOT NULL,
	"name_th" text DEFAULT '' NOT NULL,
	"name_en" text DEFAULT '' NOT NULL,
	"account_name" text NOT NULL,
	"account_no" text NOT NULL,
	"currency" text DEFAULT 'BAHT' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	CONSTRAINT "deposit_accounts_type" CHECK ("deposit_accounts"."bank_type" in ('BANK', 'QR', 'PAYMENT', 'WALLET'))
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sources" (
	"code" text PRIMARY KEY NOT NULL,
	"description" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coin_movements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coin_movements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"member_id" text NOT NULL,
	"amount" integer NOT NULL,
	"reference" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coin_movements_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" text NOT NULL,
	"spin_id" uuid,
	"slice_code" text NOT NULL,
	"label" text NOT NULL,
	"name" text NOT NULL,
	"amount" bigint NOT NULL,
	"status" text DEFAULT 'claimable' NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"claimed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coupons_spinId_unique" UNIQUE("spin_id"),
	CONSTRAINT "coupons_status" CHECK ("coupons"."status" in ('claimable', 'claimed'))
);
--> statement-breakpoint
CREATE TABLE "spin_slices" (
	"wheel_id" uuid NOT NULL,
	"code" text NOT NULL,
	"label" text NOT NULL,
	"bg_color" text NOT NULL,
	"text_color" text NOT NULL,
	"html_description" text DEFAULT '' NOT NULL,
	"weight" integer NOT NULL,
	"prize_name" text DEFAULT '' NOT NULL,
	"prize_amount" bigint DEFAULT 0 NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "spin_slices_wheel_id_code_pk" PRIMARY KEY("wheel_id","code"),
	CONSTRAINT "spin_slices_weight" CHECK ("spin_slices"."weight" >= 0)
);
--> statement-breakpoint
CREATE TABLE "spin_wheels" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"is_active" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spins" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" text NOT NULL,
	"wheel_id" uuid NOT NULL,
	"slice_code" text NOT NULL,
	"remaining_coin" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "statements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"member_id" text NOT NULL,
	"type" text NOT NULL,
	"from" text,
	"to" text,
	"status" text DEFAULT 'SUCCESS' NOT NULL,
	"amount" bigint NOT NULL,
	"source" text,
	"reference" text,
	"posting_id" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "statements_amount" CHECK ("statements"."amount" >= 0),
	CONSTRAINT "statements_type" CHECK ("statements"."type" in ('deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer')),
	CONSTRAINT "statements_status" CHECK ("statements"."status" in ('SUCCESS', 'PENDING', 'FAILED')),
	CONSTRAINT "statements_source" CHECK ("statements"."source" in ('bonus', 'promotion', 'invite', 'refund', 'luckydraw'))
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"fee" bigint DEFAULT 0 NOT NULL,
	"bank_code" text NOT NULL,
	"bank_account_name" text NOT NULL,
	"bank_account_no" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "withdrawals_amount" CHECK ("withdrawals"."amount" > 0 and "withdrawals"."fee" >= 0),
	CONSTRAINT "withdrawals_status" CHECK ("withdrawals"."status" in ('pending', 'settled', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "bonus_receipts" ADD CONSTRAINT "bonus_receipts_user_bonus_id_user_bonuses_id_fk" FOREIGN KEY ("user_bonus_id") REFERENCES "public"."user_bonuses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_promotion_code_promotions_code_fk" FOREIGN KEY ("promotion_code") REFERENCES "public"."promotions"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_bonuses" ADD CONSTRAINT "user_bonuses_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_bonuses" ADD CONSTRAINT "user_bonuses_bonus_code_bonuses_code_fk" FOREIGN KEY ("bonus_code") REFERENCES "public"."bonuses"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incoming_transfers" ADD CONSTRAINT "incoming_transfers_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "qr_codes" ADD CONSTRAINT "qr_codes_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slips" ADD CONSTRAINT "slips_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "true_links" ADD CONSTRAINT "true_links_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_accounts" ADD CONSTRAINT "game_accounts_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_accounts" ADD CONSTRAINT "game_accounts_game_code_games_code_fk" FOREIGN KEY ("game_code") REFERENCES "public"."games"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_results" ADD CONSTRAINT "game_results_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_results" ADD CONSTRAINT "game_results_game_code_games_code_fk" FOREIGN KEY ("game_code") REFERENCES "public"."games"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_posting_id_ledger_postings_id_fk" FOREIGN KEY ("posting_id") REFERENCES "public"."ledger_postings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_ledger_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_invited_by_members_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invite_earnings" ADD CONSTRAINT "invite_earnings_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invite_earnings" ADD CONSTRAINT "invite_earnings_from_member_id_members_id_fk" FOREIGN KEY ("from_member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coin_movements" ADD CONSTRAINT "coin_movements_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_spin_id_spins_id_fk" FOREIGN KEY ("spin_id") REFERENCES "public"."spins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spin_slices" ADD CONSTRAINT "spin_slices_wheel_id_spin_wheels_id_fk" FOREIGN KEY ("wheel_id") REFERENCES "public"."spin_wheels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spins" ADD CONSTRAINT "spins_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spins" ADD CONSTRAINT "spins_wheel_id_spin_wheels_id_fk" FOREIGN KEY ("wheel_id") REFERENCES "public"."spin_wheels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_posting_id_ledger_postings_id_fk" FOREIGN KEY ("posting_id") REFERENCES "public"."ledger_postings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "acts_created" ON "acts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "otp_challenges_phone" ON "otp_challenges" USING btree ("phone","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "rate_limits_reset" ON "rate_limits" USING btree ("reset_at");--> statement-breakpoint
CREATE INDEX "sms_messages_phone" ON "sms_messages" USING btree ("phone","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bonus_receipts_user_bonus" ON "bonus_receipts" USING btree ("user_bonus_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "promotion_uses_one_active" ON "promotion_uses" USING btree ("member_id") WHERE "promotion_uses"."is_active";--> statement-breakpoint
CREATE INDEX "promotion_uses_promotion" ON "promotion_uses" USING btree ("promotion_code");--> statement-breakpoint
CREATE UNIQUE INDEX "user_bonuses_one_active" ON "user_bonuses" USING btree ("member_id") WHERE "user_bonuses"."is_active";--> statement-breakpoint
CREATE INDEX "chat_messages_room" ON "chat_messages" USING btree ("room","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "incoming_transfers_member" ON "incoming_transfers" USING btree ("member_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "qr_codes_one_waiting" ON "qr_codes" USING btree ("member_id","channel") WHERE "qr_codes"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "qr_codes_member" ON "qr_codes" USING btree ("member_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "qr_codes_waiting" ON "qr_codes" USING btree ("status","expires_at");--> statement-breakpoint
CREATE INDEX "slips_member" ON "slips" USING btree ("member_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "slips_status" ON "slips" USING btree ("status","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "slips_bank_reference_once" ON "slips" USING btree ("bank_reference") WHERE "slips"."status" = 'SUCCESS';--> statement-breakpoint
CREATE INDEX "true_links_member" ON "true_links" USING btree ("member_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "game_results_member" ON "game_results" USING btree ("member_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "ledger_accounts_member" ON "ledger_accounts" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_posting" ON "ledger_entries" USING btree ("posting_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_account" ON "ledger_entries" USING btree ("account_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "members_invited_by" ON "members" USING btree ("invited_by","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "sessions_member" ON "sessions" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "invite_earnings_member" ON "invite_earnings" USING btree ("member_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "invite_earnings_unclaimed" ON "invite_earnings" USING btree ("member_id") WHERE "invite_earnings"."claimed_at" is null;--> statement-breakpoint
CREATE INDEX "refunds_member" ON "refunds" USING btree ("member_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one_waiting" ON "refunds" USING btree ("member_id") WHERE "refunds"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "coin_movements_member" ON "coin_movements" USING btree ("member_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "coupons_member" ON "coupons" USING btree ("member_id","status","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "spin_wheels_one_active" ON "spin_wheels" USING btree ("is_active") WHERE "spin_wheels"."is_active";--> statement-breakpoint
CREATE INDEX "spins_member" ON "spins" USING btree ("member_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "statements_member" ON "statements" USING btree ("member_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "statements_reference" ON "statements" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "withdrawals_member" ON "withdrawals" USING btree ("member_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "withdrawals_status" ON "withdrawals" USING btree ("status","created_at");