ALTER TABLE "statements" DROP CONSTRAINT "statements_posting_id_ledger_postings_id_fk";
--> statement-breakpoint
DROP INDEX "acts_kept";--> statement-breakpoint
DROP INDEX "play_times_member";--> statement-breakpoint
CREATE INDEX "acts_kept" ON "acts" USING btree ("created_at") WHERE "acts"."body_hash" <> '';--> statement-breakpoint
CREATE INDEX "play_times_member" ON "play_times" USING btree ("member_id","started_at");
--> statement-breakpoint
-- The next version of a row has room on its page, and touches no index, as long as no column of one changes.
ALTER TABLE acts SET (fillfactor = 75);
--> statement-breakpoint
ALTER TABLE statements SET (fillfactor = 90);
--> statement-breakpoint
ALTER TABLE play_times SET (fillfactor = 80);
--> statement-breakpoint
-- The ledger names the posting that it has just made. What anybody else names must be there; a posting is never deleted.
CREATE FUNCTION statement_posting_holds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger_postings WHERE id = new.posting_id) THEN
    RAISE EXCEPTION 'there is no posting %', new.posting_id USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER statements_posting_holds BEFORE INSERT OR UPDATE OF posting_id ON statements
  FOR EACH ROW WHEN (new.posting_id IS NOT NULL AND pg_trigger_depth() = 0) EXECUTE FUNCTION statement_posting_holds();
--> statement-breakpoint
-- A row that the ledger writes is counted by itself: a table of what one statement has written costs more than its row.
CREATE FUNCTION statement_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE statement_counts SET count = count + 1 WHERE member_id = new.member_id AND type = new.type;
  IF NOT FOUND THEN
    INSERT INTO statement_counts AS c (member_id, type, count) VALUES (new.member_id, new.type, 1)
      ON CONFLICT (member_id, type) DO UPDATE SET count = c.count + 1;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
ALTER FUNCTION statement_counted() SET enable_seqscan = off;
--> statement-breakpoint
DROP TRIGGER statements_counted_when_written ON statements;
--> statement-breakpoint
-- Depth 0 is a statement from outside.
CREATE TRIGGER statements_counted_when_written AFTER INSERT ON statements
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION statements_counted();
--> statement-breakpoint
CREATE TRIGGER statements_counted_one_by_one AFTER INSERT ON statements
  FOR EACH ROW WHEN (pg_trigger_depth() > 0) EXECUTE FUNCTION statement_counted();
--> statement-breakpoint
-- As before; the legs are read by one statement.
CREATE OR REPLACE FUNCTION ledger_perform() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_names text[];
  v_amounts bigint[];
  v_sum numeric;
  v_is_wrong boolean;
  v_name text;
  v_amount bigint;
  v_members text[] := '{}';
  v_member text;
  v_found integer;
  v_short text;
  v_posting bigint;
  v_account bigint;
  v_balance bigint;
  v_legs jsonb;
  v_balances jsonb := '{}';
  v_row jsonb;
BEGIN
  SELECT coalesce(array_agg(account), '{}'), coalesce(array_agg(amount), '{}'), sum(amount),
      bool_or(account IS NULL OR amount IS NULL OR amount = 0)
    INTO v_names, v_amounts, v_sum, v_is_wrong
    FROM (SELECT account, amount FROM jsonb_to_recordset(new.legs) AS leg(account text, amount bigint) ORDER BY account) AS leg;
  FOR i IN 1 .. cardinality(v_names) LOOP
    v_is_wrong := v_is_wrong OR coalesce(v_names[i] = v_names[i - 1], false);
    IF starts_with(v_names[i], 'member:') THEN
      v_member := split_part(v_names[i], ':', 2);
      IF v_member <> ALL (v_members) THEN
        v_members := v_members || v_member;
      END IF;
    END IF;
  END LOOP;
  IF v_is_wrong THEN
    RAISE EXCEPTION 'legs of % must each move an amount of another account', new.act USING ERRCODE = 'LG001';
  END IF;
  IF cardinality(v_names) < 2 OR v_sum <> 0 THEN
    RAISE EXCEPTION 'legs of % must be two or more and sum to zero', new.act USING ERRCODE = 'LG001';
  END IF;

  -- One member's money moves one request at a time: who comes second waits here, before holding anything else, even when one
  -- transaction makes several. The members' accounts need no locks of their own then.
  IF v_members <> '{}' THEN
    IF cardinality(v_members) = 1 THEN
      PERFORM FROM members WHERE id = v_member FOR NO KEY UPDATE;
    ELSE
      PERFORM FROM members WHERE id = ANY (v_members) ORDER BY id FOR NO KEY UPDATE;
    END IF;
    GET DIAGNOSTICS v_found = ROW_COUNT;
    IF v_found <> cardinality(v_members) THEN
      RAISE EXCEPTION 'a leg of % names a member who does not exist', new.act USING ERRCODE = 'LG003';
    END IF;
  END IF;

  FOR i IN 1 .. cardinality(v_names) LOOP
    v_name := v_names[i];
    IF v_amounts[i] < 0 AND starts_with(v_name, 'member:') THEN
      SELECT balance INTO v_balance FROM ledger_accounts WHERE name = v_name;
      v_balance := coalesce(v_balance, 0);
      IF v_balance + v_amounts[i] < 0 THEN
        v_short := v_name;
        EXIT;
      END IF;
    END IF;
  END LOOP;
  IF v_short IS NULL THEN
    INSERT INTO ledger_postings (act, kind, memo) VALUES (new.act, new.kind, new.memo)
      ON CONFLICT (act) DO NOTHING RETURNING id INTO v_posting;
    IF v_posting IS NOT NULL THEN
      FOR i IN 1 .. cardinality(v_names) LOOP
        v_name := v_names[i];
        v_amount := v_amounts[i];
        v_member := CASE WHEN starts_with(v_name, 'member:') THEN split_part(v_name, ':', 2) END;
        LOOP
          IF v_member IS NOT NULL THEN
            UPDATE ledger_accounts SET balance = balance + v_amount WHERE name = v_name RETURNING id, balance INTO v_account, v_balance;
          ELSE
            SELECT id INTO v_account FROM ledger_accounts WHERE name = v_name;
          END IF;
          EXIT WHEN FOUND;
          INSERT INTO ledger_accounts (name, member_id, balance, allows_negative) VALUES (v_name, v_member,
            CASE WHEN v_member IS NOT NULL THEN 0 END, starts_with(v_name, 'house:')) ON CONFLICT (name) DO NOTHING;
        END LOOP;
        INSERT INTO ledger_entries (posting_id, account_id, amount) VALUES (v_posting, v_account, v_amount);
        IF v_member IS NOT NULL THEN
          v_balances := v_balances || jsonb_build_object(v_name, v_balance);
        END IF;
      END LOOP;
      IF jsonb_array_length(new.statements) = 1 THEN
        v_row := new.statements -> 0;
        INSERT INTO statements (member_id, type, "from", "to", status, amount, source, reference, posting_id, balance_after)
          VALUES (v_row ->> 'memberId', v_row ->> 'type', v_row ->> 'from', v_row ->> 'to',
            coalesce(v_row ->> 'status', 'SUCCESS'), (v_row ->> 'amount')::bigint, v_row ->> 'source', v_row ->> 'reference',
            v_posting, (v_balances ->> ('member:' || (v_row ->> 'memberId') || ':wallet'))::bigint);
      ELSIF new.statements <> '[]' THEN
        INSERT INTO statements (member_id, type, "from", "to", status, amount, source, reference, posting_id, balance_after)
          SELECT s."memberId", s.type, s."from", s."to", coalesce(s.status, 'SUCCESS'), s.amount, s.source,
            s.reference, v_posting,
            -- The wallet at the end, less what the rows after this one moved; null where the posting leaves it alone.
            (v_balances ->> ('member:' || s."memberId" || ':wallet'))::bigint - coalesce(sum(
              CASE 'WALLET' WHEN s."to" THEN s.amount WHEN s."from" THEN -s.amount ELSE 0 END
            ) OVER (PARTITION BY s."memberId" ORDER BY s.place DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)
          FROM ROWS FROM (jsonb_to_recordset(new.statements) AS ("memberId" text, type text, "from" text, "to" text,
            status text, amount bigint, source text, reference text)) WITH ORDINALITY
            AS s("memberId", type, "from", "to", status, amount, source, reference, place)
          ORDER BY s.place;
      END IF;
      new.result := jsonb_build_object('outcome', 'posted', 'postingId', v_posting, 'balances', v_balances);
      RETURN new;
    END IF;
  END IF;

  -- It was posted before, perhaps by another who has committed by now; that a repeat would be short of money is no matter.
  SELECT id INTO v_posting FROM ledger_postings WHERE act = new.act;
  IF v_posting IS NULL THEN
    new.result := jsonb_build_object('outcome', 'short', 'account', v_short, 'balance', v_balance);
    RETURN new;
  END IF;
  SELECT jsonb_object_agg(a.name, e.amount), jsonb_strip_nulls(jsonb_object_agg(a.name, a.balance)) INTO v_legs, v_balances
    FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id WHERE e.posting_id = v_posting;
  IF v_legs IS DISTINCT FROM (SELECT jsonb_object_agg(name, amount) FROM unnest(v_names, v_amounts) AS l(name, amount)) THEN
    RAISE EXCEPTION 'act % was posted before with other legs', new.act USING ERRCODE = 'LG002';
  END IF;
  new.result := jsonb_build_object('outcome', 'repeated', 'postingId', v_posting, 'balances', v_balances);
  RETURN new;
END $$;
--> statement-breakpoint
ALTER FUNCTION ledger_perform() SET enable_seqscan = off;
--> statement-breakpoint
-- As before; the rows of the statement, mostly one, are decided one by one: a window over them took longer than the money.
CREATE OR REPLACE FUNCTION provider_transfer_end(
  p_id uuid, p_status text, p_end text, p_legs jsonb, p_statement text, p_http_status integer, p_reply text, p_now timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_member text;
  v_operation text;
  v_posted jsonb;
  v_reference text := p_id::text;
  v_wallet bigint;
  v_row record;
BEGIN
  -- Before anything else is held, as in ledger_perform.
  SELECT m.id INTO v_member FROM provider_transfers t JOIN members m ON m.id = t.member_id
    WHERE t.id = p_id FOR NO KEY UPDATE OF m;
  DELETE FROM provider_transfers WHERE id = p_id AND status = p_status RETURNING operation_id INTO v_operation;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  IF p_legs <> '[]' THEN
    v_posted := ledger_post('transfer-' || p_end || ':' || v_operation, 'transfer-' || p_end, p_legs, NULL, '[]');
    IF v_posted ->> 'outcome' <> 'posted' THEN
      RAISE EXCEPTION 'transfer % is not in the books as it should be: %', p_id, v_posted ->> 'outcome';
    END IF;
    -- Money that arrives in the wallet does so now, not when the row was written: the newest row has the wallet at the end, each one
    -- before it what the rows after it have not yet brought.
    v_wallet := (v_posted -> 'balances' ->> ('member:' || v_member || ':wallet'))::bigint;
    FOR v_row IN SELECT id, "to", amount FROM statements WHERE reference = v_reference ORDER BY id DESC LOOP
      IF v_row."to" = 'WALLET' THEN
        UPDATE statements SET status = p_statement, balance_after = coalesce(v_wallet, balance_after) WHERE id = v_row.id;
      ELSE
        UPDATE statements SET status = p_statement WHERE id = v_row.id;
      END IF;
      v_wallet := v_wallet - v_row.amount;
    END LOOP;
  END IF;
  UPDATE acts SET status = CASE WHEN p_http_status < 400 THEN 'done' ELSE 'failed' END, http_status = p_http_status,
      reply = p_reply, finished_at = p_now
    WHERE owner = v_member AND key = substr(v_operation, length(v_member) + 2) AND status = 'running';
  RETURN true;
END $$;
--> statement-breakpoint
ALTER FUNCTION provider_transfer_end(uuid, text, text, jsonb, text, integer, text, timestamptz) SET enable_seqscan = off;
--> statement-breakpoint
-- As before, by the member's newest time alone: only that can still go on.
CREATE OR REPLACE FUNCTION play_note(p_member text, p_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE play_times SET ends_at = greatest(ends_at, p_at + interval '30 minutes')
    WHERE id = (SELECT id FROM play_times WHERE member_id = p_member ORDER BY started_at DESC LIMIT 1) AND ends_at >= p_at;
  IF NOT FOUND THEN
    INSERT INTO play_times (member_id, started_at, ends_at) VALUES (p_member, p_at, p_at + interval '30 minutes');
  END IF;
END $$;
--> statement-breakpoint
ALTER FUNCTION play_note(text, timestamptz) SET enable_seqscan = off;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION play_seconds(p_member text, p_period text, p_at timestamptz) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_from timestamptz := play_period(p_period, p_at, 0);
BEGIN
  -- Those that began in the period, and the one before them, which may reach into it.
  RETURN (SELECT coalesce(floor(sum(greatest(extract(epoch FROM least(ends_at, p_at) - greatest(started_at, v_from)), 0))), 0)
    FROM play_times WHERE member_id = p_member AND started_at >= coalesce(
      (SELECT max(started_at) FROM play_times WHERE member_id = p_member AND started_at <= v_from), '-infinity'));
END $$;
--> statement-breakpoint
ALTER FUNCTION play_seconds(text, text, timestamptz) SET enable_seqscan = off;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION play_end(p_member text, p_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger_accounts
    WHERE member_id = p_member AND balance > 0 AND split_part(name, ':', 3) = 'game') THEN
    DELETE FROM play_times WHERE member_id = p_member AND ends_at > p_at AND started_at >= p_at;
    UPDATE play_times SET ends_at = p_at
      WHERE id = (SELECT id FROM play_times WHERE member_id = p_member ORDER BY started_at DESC LIMIT 1) AND ends_at > p_at;
  END IF;
END $$;
--> statement-breakpoint
ALTER FUNCTION play_end(text, timestamptz) SET enable_seqscan = off;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION play_session(p_member text, p_at timestamptz,
  OUT since timestamptz, OUT seconds bigint, OUT net bigint, OUT is_open boolean) LANGUAGE plpgsql AS $$
DECLARE
  v_row record;
BEGIN
  seconds := 0;
  is_open := false;
  FOR v_row IN SELECT started_at, ends_at FROM play_times WHERE member_id = p_member ORDER BY started_at DESC LOOP
    EXIT WHEN v_row.ends_at + interval '30 minutes' < coalesce(since, p_at);
    is_open := is_open OR v_row.ends_at > p_at;
    since := v_row.started_at;
    seconds := seconds + greatest(floor(extract(epoch FROM least(v_row.ends_at, p_at) - v_row.started_at)), 0);
  END LOOP;
  net := (SELECT coalesce(sum(amount), 0) FROM game_results WHERE member_id = p_member AND created_at >= since);
END $$;
--> statement-breakpoint
ALTER FUNCTION play_session(text, timestamptz) SET enable_seqscan = off;
--> statement-breakpoint
-- What play_limits_hold and play_times_begin did one after the other: most members have neither a break nor a limit, and are asked for
-- both at once.
CREATE FUNCTION play_begins() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_has_break boolean;
  v_has_limit boolean;
  v_taken bigint;
  v_at timestamptz;
  v_refusal jsonb;
BEGIN
  SELECT EXISTS (SELECT FROM play_breaks WHERE member_id = new.member_id AND ends_at > new.created_at),
      EXISTS (SELECT FROM play_limits WHERE member_id = new.member_id AND kind <> 'deposit') INTO v_has_break, v_has_limit;
  IF v_has_break THEN
    PERFORM play_break_refuse(new.member_id, new.created_at);
  END IF;
  IF v_has_limit THEN
    v_taken := (new.taken ->> ('member:' || new.member_id || ':wallet'))::bigint;
    -- From one game into another nothing is lost.
    IF v_taken IS NOT NULL THEN
      SELECT max(created_at) INTO v_at FROM statements WHERE reference = new.id::text;
      v_refusal := play_limit_refusal(new.member_id, 'loss', v_taken, v_taken, coalesce(v_at, clock_timestamp()));
      IF v_refusal IS NOT NULL THEN
        RAISE EXCEPTION '%', jsonb_build_object('code', 'LOSS_LIMIT', 'details', v_refusal) USING ERRCODE = 'PL001';
      END IF;
    END IF;
    v_refusal := play_time_refusal(new.member_id, new.created_at);
    IF v_refusal IS NOT NULL THEN
      RAISE EXCEPTION '%', jsonb_build_object('code', 'TIME_LIMIT', 'details', v_refusal) USING ERRCODE = 'PL001';
    END IF;
  END IF;
  PERFORM play_note(new.member_id, new.created_at);
  RETURN new;
END $$;
--> statement-breakpoint
ALTER FUNCTION play_begins() SET enable_seqscan = off;
--> statement-breakpoint
DROP TRIGGER play_limits_hold ON provider_transfers;
--> statement-breakpoint
DROP TRIGGER play_times_begin ON provider_transfers;
--> statement-breakpoint
DROP FUNCTION play_limits_hold();
--> statement-breakpoint
DROP FUNCTION play_times_begin();
--> statement-breakpoint
-- One into a game is refused where the member has a break or would pass a limit; one out of a game never is.
CREATE TRIGGER play_begins BEFORE INSERT ON provider_transfers
  FOR EACH ROW WHEN (split_part(new.destination, ':', 3) = 'game') EXECUTE FUNCTION play_begins();
