ALTER TABLE "passkey_challenges" DROP CONSTRAINT "passkey_challenges_purpose";--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_purpose" CHECK ("passkey_challenges"."purpose" in ('add', 'sign-in', 'confirm', 'unlock'));
--> statement-breakpoint
CREATE TABLE "play_times" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "play_times_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"member_id" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "play_times_order" CHECK ("play_times"."ends_at" >= "play_times"."started_at")
);
--> statement-breakpoint
CREATE TABLE "reality_checks" (
	"member_id" text PRIMARY KEY NOT NULL,
	"minutes" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "play_limits" DROP CONSTRAINT "play_limits_kind";--> statement-breakpoint
ALTER TABLE "play_times" ADD CONSTRAINT "play_times_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reality_checks" ADD CONSTRAINT "reality_checks_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "play_times_member" ON "play_times" USING btree ("member_id","ends_at");--> statement-breakpoint
ALTER TABLE "play_limits" ADD CONSTRAINT "play_limits_kind" CHECK ("play_limits"."kind" in ('deposit', 'loss', 'time'));
--> statement-breakpoint
-- A sign of play: the member's time goes on for half an hour, or begins. The caller holds the member.
CREATE FUNCTION play_note(p_member text, p_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE play_times SET ends_at = greatest(ends_at, p_at + interval '30 minutes')
    WHERE member_id = p_member AND ends_at >= p_at;
  IF NOT FOUND THEN
    INSERT INTO play_times (member_id, started_at, ends_at) VALUES (p_member, p_at, p_at + interval '30 minutes');
  END IF;
END $$;
--> statement-breakpoint
-- How many seconds of the period that holds a time the member had been at play until then.
CREATE FUNCTION play_seconds(p_member text, p_period text, p_at timestamptz) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_from timestamptz := play_period(p_period, p_at, 0);
BEGIN
  RETURN (SELECT coalesce(floor(sum(greatest(extract(epoch FROM least(ends_at, p_at) - greatest(started_at, v_from)), 0))), 0)
    FROM play_times WHERE member_id = p_member AND ends_at > v_from);
END $$;
--> statement-breakpoint
-- Whether the member's time at play is used up: null, or what the answer says of the limit that is in the way for longest.
CREATE FUNCTION play_time_refusal(p_member text, p_at timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_limit record;
  v_refusal jsonb;
BEGIN
  FOR v_limit IN SELECT period, amount FROM play_limits WHERE member_id = p_member AND kind = 'time' LOOP
    IF play_seconds(p_member, v_limit.period, p_at) >= v_limit.amount * 60
      AND (v_refusal IS NULL OR play_period(v_limit.period, p_at, 1) > (v_refusal ->> 'until')::timestamptz) THEN
      v_refusal := jsonb_build_object('reason', 'time-used',
        'until', to_char(play_period(v_limit.period, p_at, 1) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
    END IF;
  END LOOP;
  RETURN v_refusal;
END $$;
--> statement-breakpoint
-- As play_limits_hold of an earlier migration, after which it runs. What goes from one game into another is play too.
CREATE FUNCTION play_times_begin() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_refusal jsonb := play_time_refusal(new.member_id, new.created_at);
BEGIN
  IF v_refusal IS NOT NULL THEN
    RAISE EXCEPTION '%', jsonb_build_object('code', 'TIME_LIMIT', 'details', v_refusal) USING ERRCODE = 'PL001';
  END IF;
  PERFORM play_note(new.member_id, new.created_at);
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER play_times_begin BEFORE INSERT ON provider_transfers
  FOR EACH ROW WHEN (split_part(new.destination, ':', 3) = 'game') EXECUTE FUNCTION play_times_begin();
--> statement-breakpoint
-- The time ends when nothing is left in any game; what ends as it begins is none. The caller holds the member.
CREATE FUNCTION play_end(p_member text, p_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger_accounts
    WHERE member_id = p_member AND balance > 0 AND split_part(name, ':', 3) = 'game') THEN
    DELETE FROM play_times WHERE member_id = p_member AND ends_at > p_at AND started_at >= p_at;
    UPDATE play_times SET ends_at = p_at WHERE member_id = p_member AND ends_at > p_at;
  END IF;
END $$;
--> statement-breakpoint
-- The money has left the game's account before the transfer's row is written.
CREATE FUNCTION play_times_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM play_end(new.member_id, new.created_at);
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER play_times_end BEFORE INSERT ON provider_transfers
  FOR EACH ROW WHEN (split_part(new.destination, ':', 3) <> 'game') EXECUTE FUNCTION play_times_end();
--> statement-breakpoint
-- A round is a sign of play, and the last one where it has lost all that there was.
CREATE FUNCTION play_times_go_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM play_note(new.member_id, new.created_at);
  PERFORM play_end(new.member_id, new.created_at);
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER play_times_go_on BEFORE INSERT ON game_results FOR EACH ROW EXECUTE FUNCTION play_times_go_on();
--> statement-breakpoint
-- The play that goes on at a time or ended within the last half an hour, back to the first pause of half an hour: since when, its seconds at
-- play, and what the games' results have come to since (satang). Nulls if there is none.
CREATE FUNCTION play_session(p_member text, p_at timestamptz,
  OUT since timestamptz, OUT seconds bigint, OUT net bigint, OUT is_open boolean) LANGUAGE plpgsql AS $$
DECLARE
  v_row record;
BEGIN
  seconds := 0;
  is_open := false;
  FOR v_row IN SELECT started_at, ends_at FROM play_times WHERE member_id = p_member ORDER BY ends_at DESC, id DESC LOOP
    EXIT WHEN v_row.ends_at + interval '30 minutes' < coalesce(since, p_at);
    is_open := is_open OR v_row.ends_at > p_at;
    since := v_row.started_at;
    seconds := seconds + greatest(floor(extract(epoch FROM least(v_row.ends_at, p_at) - v_row.started_at)), 0);
  END LOOP;
  net := (SELECT coalesce(sum(amount), 0) FROM game_results WHERE member_id = p_member AND created_at >= since);
END $$;
--> statement-breakpoint
-- As the functions of money: their plans must not read whole tables because those were short once.
ALTER FUNCTION play_note(text, timestamptz) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION play_end(text, timestamptz) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION play_seconds(text, text, timestamptz) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION play_time_refusal(text, timestamptz) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION play_session(text, timestamptz) SET enable_seqscan = off;
