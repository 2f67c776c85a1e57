ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_posting_id_ledger_postings_id_fk";
--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_account_id_ledger_accounts_id_fk";
--> statement-breakpoint
-- Money moves by a row inserted into `ledger_requests`, a view whose trigger does all of it. Postings, entries and balances are
-- written at no other place: outside of a trigger their tables refuse. So an entry always belongs to a whole posting and to an
-- account that stays, which foreign keys and a check of each posting at the commit would find out once more.
DROP TRIGGER ledger_entries_applied ON ledger_entries;
--> statement-breakpoint
DROP FUNCTION ledger_apply_entries();
--> statement-breakpoint
DROP TRIGGER ledger_postings_not_hollow ON ledger_postings;
--> statement-breakpoint
DROP FUNCTION ledger_refuse_hollow();
--> statement-breakpoint
CREATE FUNCTION ledger_refuse_by_hand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'money moves by ledger_post alone: % of % is refused', lower(tg_op), tg_table_name
    USING ERRCODE = 'LG000';
END $$;
--> statement-breakpoint
-- Depth 0 is a statement from outside.
CREATE TRIGGER ledger_postings_by_request_only BEFORE INSERT ON ledger_postings
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION ledger_refuse_by_hand();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_by_request_only BEFORE INSERT ON ledger_entries
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION ledger_refuse_by_hand();
--> statement-breakpoint
ALTER TRIGGER ledger_accounts_by_entries_only ON ledger_accounts RENAME TO ledger_accounts_by_request_only;
--> statement-breakpoint
-- Room beside each balance: the next version of a row then stays on its page, and no index changes.
ALTER TABLE ledger_accounts SET (fillfactor = 80);
--> statement-breakpoint
CREATE VIEW ledger_requests AS
  SELECT NULL::text AS act, NULL::text AS kind, NULL::jsonb AS legs, NULL::text AS memo, NULL::jsonb AS statements,
    NULL::jsonb AS result
  WHERE false;
--> statement-breakpoint
CREATE FUNCTION ledger_perform() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_leg record;
  v_names text[] := '{}';
  v_amounts bigint[] := '{}';
  v_members text[] := '{}';
  v_member text;
  v_sum bigint := 0;
  v_found integer;
  v_posting bigint;
  v_account bigint;
  v_balance bigint;
  v_legs jsonb;
  v_balances jsonb := '{}';
BEGIN
  -- The house's accounts come last, so that they are held the shortest, and by name, so that two requests cannot wait for each
  -- other.
  FOR v_leg IN
    SELECT account, amount FROM jsonb_to_recordset(new.legs) AS leg(account text, amount bigint)
    ORDER BY starts_with(account, 'house:'), account
  LOOP
    IF v_leg.account IS NULL OR v_leg.amount IS NULL OR v_leg.amount = 0
      OR v_leg.account = v_names[cardinality(v_names)] THEN
      RAISE EXCEPTION 'legs of % must each move an amount of another account', new.act USING ERRCODE = 'LG001';
    END IF;
    IF starts_with(v_leg.account, 'member:') THEN
      v_member := split_part(v_leg.account, ':', 2);
      IF v_member <> ALL (v_members) THEN
        v_members := v_members || v_member;
      END IF;
    END IF;
    v_names := v_names || v_leg.account;
    v_amounts := v_amounts || v_leg.amount;
    v_sum := v_sum + v_leg.amount;
  END LOOP;
  IF cardinality(v_names) < 2 OR v_sum <> 0 THEN
    RAISE EXCEPTION 'legs of % must be two or more and sum to zero', new.act USING ERRCODE = 'LG001';
  END IF;

  -- One member's money moves one request at a time: who comes second waits here, before holding anything else, even when one
  -- transaction makes several. The members' accounts need no locks of their own then.
  PERFORM FROM members WHERE id = ANY (v_members) ORDER BY id FOR NO KEY UPDATE;
  GET DIAGNOSTICS v_found = ROW_COUNT;
  IF v_found <> cardinality(v_members) THEN
    RAISE EXCEPTION 'a leg of % names a member who does not exist', new.act USING ERRCODE = 'LG003';
  END IF;

  SELECT id INTO v_posting FROM ledger_postings WHERE act = new.act;
  IF v_posting IS NULL THEN
    FOR i IN 1 .. cardinality(v_names) LOOP
      IF v_amounts[i] < 0 AND starts_with(v_names[i], 'member:') THEN
        SELECT balance INTO v_balance FROM ledger_accounts WHERE name = v_names[i];
        v_balance := coalesce(v_balance, 0);
        IF v_balance + v_amounts[i] < 0 THEN
          new.result := jsonb_build_object('outcome', 'short', 'account', v_names[i], 'balance', v_balance);
          RETURN new;
        END IF;
      END IF;
    END LOOP;
    INSERT INTO ledger_postings (act, kind, memo) VALUES (new.act, new.kind, new.memo)
      ON CONFLICT (act) DO NOTHING RETURNING id INTO v_posting;
    IF v_posting IS NOT NULL THEN
      IF new.statements <> '[]' THEN
        INSERT INTO statements (member_id, type, "from", "to", status, amount, source, reference, posting_id)
          SELECT s."memberId", s.type, s."from", s."to", coalesce(s.status, 'SUCCESS'), s.amount, s.source,
            s.reference, v_posting
          FROM jsonb_to_recordset(new.statements) AS s("memberId" text, type text, "from" text, "to" text,
            status text, amount bigint, source text, reference text);
      END IF;
      FOR i IN 1 .. cardinality(v_names) LOOP
        LOOP
          UPDATE ledger_accounts SET balance = balance + v_amounts[i] WHERE name = v_names[i]
            RETURNING id, balance INTO v_account, v_balance;
          EXIT WHEN FOUND;
          INSERT INTO ledger_accounts (name, member_id, allows_negative) VALUES (
            v_names[i],
            CASE WHEN starts_with(v_names[i], 'member:') THEN split_part(v_names[i], ':', 2) END,
            starts_with(v_names[i], 'house:')
          ) ON CONFLICT (name) DO NOTHING;
        END LOOP;
        INSERT INTO ledger_entries (posting_id, account_id, amount) VALUES (v_posting, v_account, v_amounts[i]);
        v_balances := v_balances || jsonb_build_object(v_names[i], v_balance);
      END LOOP;
      new.result := jsonb_build_object('outcome', 'posted', 'postingId', v_posting, 'balances', v_balances);
      RETURN new;
    END IF;
    -- Another poster won with the same act on other accounts; it has committed by now.
    SELECT id INTO v_posting FROM ledger_postings WHERE act = new.act;
  END IF;

  SELECT jsonb_object_agg(a.name, e.amount), jsonb_object_agg(a.name, a.balance) INTO v_legs, v_balances
    FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id WHERE e.posting_id = v_posting;
  IF v_legs IS DISTINCT FROM (SELECT jsonb_object_agg(name, amount) FROM unnest(v_names, v_amounts) AS l(name, amount)) THEN
    RAISE EXCEPTION 'act % was posted before with other legs', new.act USING ERRCODE = 'LG002';
  END IF;
  new.result := jsonb_build_object('outcome', 'repeated', 'postingId', v_posting, 'balances', v_balances);
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_requests_performed INSTEAD OF INSERT ON ledger_requests
  FOR EACH ROW EXECUTE FUNCTION ledger_perform();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION ledger_post(p_act text, p_kind text, p_legs jsonb, p_memo text, p_statements jsonb)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_result jsonb;
BEGIN
  INSERT INTO ledger_requests (act, kind, legs, memo, statements)
    VALUES (p_act, p_kind, p_legs, p_memo, p_statements) RETURNING result INTO v_result;
  RETURN v_result;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION ledger_sweep(p_act text, p_kind text, p_from text[], p_to text, p_memo text, p_statement jsonb)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_from text[];
  v_moved jsonb;
  v_amount bigint;
  v_posting bigint;
  v_legs jsonb;
  v_statements jsonb;
  v_result jsonb;
BEGIN
  -- Before the amounts are read, as in ledger_perform.
  PERFORM FROM members
    WHERE id = ANY (ARRAY(
      SELECT split_part(name, ':', 2) FROM unnest(p_from || p_to) AS n(name) WHERE starts_with(name, 'member:')))
    ORDER BY id FOR NO KEY UPDATE;

  SELECT id INTO v_posting FROM ledger_postings WHERE act = p_act;
  IF v_posting IS NOT NULL THEN
    SELECT sum(-e.amount), jsonb_object_agg(a.name, -e.amount) INTO v_amount, v_moved
      FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
      WHERE e.posting_id = v_posting AND e.amount < 0;
    RETURN jsonb_build_object('outcome', 'repeated', 'postingId', v_posting, 'amount', v_amount, 'moved', v_moved,
      'balances', (SELECT jsonb_object_agg(a.name, a.balance) FROM ledger_entries e
        JOIN ledger_accounts a ON a.id = e.account_id WHERE e.posting_id = v_posting));
  END IF;

  -- `member:ID:game:*` stands for every game account that the member has.
  v_from := ARRAY(
    SELECT f.name FROM unnest(p_from) AS f(name)
    UNION
    SELECT a.name FROM unnest(p_from) AS f(name) JOIN ledger_accounts a ON a.member_id = split_part(f.name, ':', 2)
      WHERE right(f.name, 7) = ':game:*' AND starts_with(a.name, left(f.name, -1)));
  -- Members' accounts only: the house's are not locked.
  SELECT sum(balance), jsonb_object_agg(name, balance),
      jsonb_agg(jsonb_build_object('account', name, 'amount', -balance)),
      jsonb_agg(p_statement || jsonb_build_object('amount', balance,
        'from', CASE split_part(name, ':', 3) WHEN 'wallet' THEN 'WALLET' WHEN 'game' THEN split_part(name, ':', 4) END,
        'to', CASE split_part(p_to, ':', 3) WHEN 'wallet' THEN 'WALLET' WHEN 'game' THEN split_part(p_to, ':', 4) END
      ) ORDER BY name)
    INTO v_amount, v_moved, v_legs, v_statements
    FROM ledger_accounts WHERE name = ANY (v_from) AND name <> p_to AND balance > 0 AND member_id IS NOT NULL;
  IF v_amount IS NULL THEN
    RETURN jsonb_build_object('outcome', 'empty', 'amount', 0);
  END IF;
  INSERT INTO ledger_requests (act, kind, legs, memo, statements)
    VALUES (p_act, p_kind, v_legs || jsonb_build_object('account', p_to, 'amount', v_amount), p_memo,
      CASE WHEN p_statement ->> 'type' IS NULL THEN '[]' ELSE v_statements END)
    RETURNING result INTO v_result;
  RETURN v_result || jsonb_build_object('amount', v_amount, 'moved', v_moved);
END $$;
--> statement-breakpoint
DROP FUNCTION ledger_open(text[]);
--> statement-breakpoint
DROP FUNCTION ledger_lock_members(text[]);
--> statement-breakpoint
DROP FUNCTION ledger_lock(text[]);
--> statement-breakpoint
DROP FUNCTION ledger_balances(text[]);
--> statement-breakpoint
DROP FUNCTION ledger_legs(bigint);
--> statement-breakpoint
DROP FUNCTION ledger_place(text);
