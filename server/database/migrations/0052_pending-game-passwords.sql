CREATE TABLE "pending_game_passwords" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" text NOT NULL,
	"game_code" text NOT NULL,
	"password" text NOT NULL,
	"operations" jsonb NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	"asking_until" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pending_game_passwords_account" UNIQUE("member_id","game_code")
);
--> statement-breakpoint
ALTER TABLE "game_accounts" ADD COLUMN "is_doubtful" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pending_game_passwords" ADD CONSTRAINT "pending_game_passwords_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_game_passwords" ADD CONSTRAINT "pending_game_passwords_game_code_games_code_fk" FOREIGN KEY ("game_code") REFERENCES "public"."games"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pending_game_passwords_leased" ON "pending_game_passwords" USING btree ("leased_until");
--> statement-breakpoint
-- Keeps the password that a game's provider is to be asked for, before it is asked. One that it has not answered yet stays the one that it is
-- asked for. Nobody else may ask meanwhile: of two different passwords the one that arrives last would hold.
CREATE FUNCTION game_password_begin(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_game text := p_given ->> 'game';
  v_is_opening boolean := p_given ->> 'isOpening';
  v_operation jsonb := p_given -> 'operation';
  v_asking_until timestamptz := p_given ->> 'askingUntil';
  v_pending pending_game_passwords;
  v_account game_accounts;
BEGIN
  -- Locked first: who is just ending it also changes the account.
  SELECT * INTO v_pending FROM pending_game_passwords WHERE member_id = p_member AND game_code = v_game FOR UPDATE;
  PERFORM FROM games WHERE code = v_game AND enabled;
  IF NOT FOUND THEN
    RETURN jsonb_build_object('refusal', 'NO_GAME');
  END IF;
  SELECT * INTO v_account FROM game_accounts WHERE member_id = p_member AND game_code = v_game;
  IF v_is_opening AND v_account.is_active THEN
    RETURN jsonb_build_object('refusal', 'SLOT_ALREADY_ACTIVE');
  ELSIF NOT v_is_opening AND v_account.username IS NULL THEN
    RETURN jsonb_build_object('refusal', 'SLOT_NO_ACCOUNT');
  -- Nobody asks for longer than this one may: that was written by a clock that was ahead.
  ELSIF v_pending.asking_until > p_now AND v_pending.asking_until <= v_asking_until + interval '1 minute' THEN
    RETURN jsonb_build_object('refusal', 'REQUEST_LIMIT');
  END IF;
  INSERT INTO pending_game_passwords AS p (member_id, game_code, password, operations, asking_until, leased_until, created_at)
    VALUES (p_member, v_game, p_given ->> 'password', jsonb_build_array(v_operation), v_asking_until, v_asking_until, p_now)
    ON CONFLICT (member_id, game_code) DO UPDATE SET operations = p.operations || v_operation, attempts = p.attempts + 1,
      asking_until = v_asking_until, leased_until = v_asking_until
    RETURNING * INTO v_pending;
  RETURN jsonb_build_object('id', v_pending.id, 'password', v_pending.password, 'attempts', v_pending.attempts,
    'username', v_account.username);
END $$;
--> statement-breakpoint
-- As the functions of money: its plans must not read whole tables because those were short once.
ALTER FUNCTION game_password_begin(text, jsonb, timestamptz) SET enable_seqscan = off;
