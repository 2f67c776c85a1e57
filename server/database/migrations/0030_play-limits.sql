CREATE TABLE "play_break_devices" (
	"device" text NOT NULL,
	"break_id" uuid NOT NULL,
	CONSTRAINT "play_break_devices_device_break_id_pk" PRIMARY KEY("device","break_id")
);
--> statement-breakpoint
CREATE TABLE "play_breaks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" text NOT NULL,
	"kind" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "play_breaks_time" CHECK ("play_breaks"."ends_at" > "play_breaks"."starts_at"),
	CONSTRAINT "play_breaks_kind" CHECK ("play_breaks"."kind" in ('break', 'exclusion'))
);
--> statement-breakpoint
CREATE TABLE "play_limits" (
	"member_id" text NOT NULL,
	"kind" text NOT NULL,
	"period" text NOT NULL,
	"amount" bigint NOT NULL,
	"raise_asked_at" timestamp (3) with time zone,
	"raised_amount" bigint,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "play_limits_member_id_kind_period_pk" PRIMARY KEY("member_id","kind","period"),
	CONSTRAINT "play_limits_amount" CHECK ("play_limits"."amount" >= 0),
	CONSTRAINT "play_limits_raise" CHECK ("play_limits"."raised_amount" is null or "play_limits"."raised_amount" > "play_limits"."amount" and "play_limits"."raise_asked_at" is not null),
	CONSTRAINT "play_limits_kind" CHECK ("play_limits"."kind" in ('deposit', 'loss')),
	CONSTRAINT "play_limits_period" CHECK ("play_limits"."period" in ('day', 'week', 'month'))
);
--> statement-breakpoint
ALTER TABLE "push_messages" DROP CONSTRAINT "push_messages_event";--> statement-breakpoint
ALTER TABLE "play_break_devices" ADD CONSTRAINT "play_break_devices_break_id_play_breaks_id_fk" FOREIGN KEY ("break_id") REFERENCES "public"."play_breaks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "play_breaks" ADD CONSTRAINT "play_breaks_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "play_limits" ADD CONSTRAINT "play_limits_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "play_breaks_member" ON "play_breaks" USING btree ("member_id","ends_at");--> statement-breakpoint
CREATE INDEX "play_breaks_end" ON "play_breaks" USING btree ("ends_at");--> statement-breakpoint
ALTER TABLE "push_messages" ADD CONSTRAINT "push_messages_event" CHECK ("push_messages"."event" in ('deposit', 'deposit-over-limit', 'withdrawal-settled', 'withdrawal-refused', 'chat', 'device'));
--> statement-breakpoint
-- Where the period that holds a time begins in Bangkok, and where the next one does (p_step 1). Weeks begin on Monday.
CREATE FUNCTION play_period(p_period text, p_at timestamptz, p_step integer) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT (date_trunc(p_period, (p_at AT TIME ZONE 'UTC') + interval '7 hours') + p_step * ('1 ' || p_period)::interval
    - interval '7 hours') AT TIME ZONE 'UTC'
$$;
--> statement-breakpoint
-- What a member's limits count in the period that holds a time; satang. Deposits: all that arrived. Losses: what went into games and
-- may still arrive there, less what has come back. What failed counts for nothing.
CREATE FUNCTION play_used(p_member text, p_kind text, p_period text, p_at timestamptz) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  IF p_kind = 'deposit' THEN
    RETURN (SELECT coalesce(sum(amount), 0) FROM statements
      WHERE member_id = p_member AND type = 'deposit' AND status <> 'FAILED'
        AND created_at >= play_period(p_period, p_at, 0) AND created_at < play_period(p_period, p_at, 1));
  END IF;
  RETURN (SELECT coalesce(sum(CASE
      WHEN "from" = 'WALLET' AND "to" <> 'WALLET' AND status <> 'FAILED' THEN amount
      WHEN "from" <> 'WALLET' AND "to" = 'WALLET' AND status = 'SUCCESS' THEN -amount ELSE 0 END), 0) FROM statements
    WHERE member_id = p_member AND type = 'transfer'
      AND created_at >= play_period(p_period, p_at, 0) AND created_at < play_period(p_period, p_at, 1));
END $$;
--> statement-breakpoint
-- Whether an amount (satang) would pass one of the member's limits: null, or what the answer says: the longest period whose limit
-- it passes, when that ends, and what is left of all limits. `p_counted`: what play_used has of it already.
CREATE FUNCTION play_limit_refusal(p_member text, p_kind text, p_amount bigint, p_counted bigint, p_at timestamptz)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_limit record;
  v_room bigint;
  v_least bigint;
  v_refusal jsonb;
BEGIN
  FOR v_limit IN SELECT period, amount FROM play_limits WHERE member_id = p_member AND kind = p_kind LOOP
    v_room := v_limit.amount - play_used(p_member, p_kind, v_limit.period, p_at) + p_counted;
    v_least := least(v_least, v_room);
    IF v_room < p_amount
      AND (v_refusal IS NULL OR play_period(v_limit.period, p_at, 1) > (v_refusal ->> 'until')::timestamptz) THEN
      v_refusal := jsonb_build_object('reason', 'limit-' || v_limit.period,
        'until', to_char(play_period(v_limit.period, p_at, 1) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
    END IF;
  END LOOP;
  RETURN v_refusal || jsonb_build_object('maximum', greatest(v_least, 0));
END $$;
--> statement-breakpoint
-- Refuses while the member has a break, and says until when.
CREATE FUNCTION play_break_refuse(p_member text, p_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_break record;
BEGIN
  SELECT kind, ends_at INTO v_break FROM play_breaks WHERE member_id = p_member AND ends_at > p_at ORDER BY ends_at DESC LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '%', jsonb_build_object('code', 'PLAY_BREAK', 'details', jsonb_build_object('reason', v_break.kind,
      'until', to_char(v_break.ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) USING ERRCODE = 'PL001';
  END IF;
END $$;
--> statement-breakpoint
-- Every transfer through game providers has a row here, written in the transaction that takes the money, while its member is locked, and
-- after the statement's row, whose time says which periods it counts in. One into a game is refused where the member has a break, or
-- where it would pass a limit; one out of a game never is.
CREATE FUNCTION play_limits_hold() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_taken bigint := (new.taken ->> ('member:' || new.member_id || ':wallet'))::bigint;
  v_at timestamptz;
  v_refusal jsonb;
BEGIN
  PERFORM play_break_refuse(new.member_id, new.created_at);
  -- From one game into another nothing is lost.
  IF v_taken IS NULL OR NOT EXISTS (SELECT FROM play_limits WHERE member_id = new.member_id AND kind = 'loss') THEN
    RETURN new;
  END IF;
  SELECT max(created_at) INTO v_at FROM statements WHERE reference = new.id::text;
  v_refusal := play_limit_refusal(new.member_id, 'loss', v_taken, v_taken, coalesce(v_at, clock_timestamp()));
  IF v_refusal IS NOT NULL THEN
    RAISE EXCEPTION '%', jsonb_build_object('code', 'LOSS_LIMIT', 'details', v_refusal) USING ERRCODE = 'PL001';
  END IF;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER play_limits_hold BEFORE INSERT ON provider_transfers
  FOR EACH ROW WHEN (split_part(new.destination, ':', 3) = 'game') EXECUTE FUNCTION play_limits_hold();
--> statement-breakpoint
-- As the functions of money: their plans must not read whole tables because those were short once.
ALTER FUNCTION play_used(text, text, text, timestamptz) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION play_limit_refusal(text, text, bigint, bigint, timestamptz) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION play_limits_hold() SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION play_break_refuse(text, timestamptz) SET enable_seqscan = off;
--> statement-breakpoint
-- Whoever opens a session, by password or otherwise, holds the member's row, and so does whoever takes a break.
CREATE FUNCTION play_break_holds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM play_break_refuse(new.member_id, new.created_at);
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER play_break_holds BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION play_break_holds();
