-- The laws of the books, kept by the database itself: whoever comes with plain SQL meets them too.

CREATE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the books only grow: % of % is refused', lower(tg_op), tg_table_name USING ERRCODE = 'LG000';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
--> statement-breakpoint
CREATE TRIGGER ledger_postings_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
--> statement-breakpoint
CREATE TRIGGER ledger_accounts_stay BEFORE DELETE OR TRUNCATE ON ledger_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
--> statement-breakpoint
CREATE TRIGGER ledger_accounts_start_empty BEFORE INSERT ON ledger_accounts
  FOR EACH ROW WHEN (new.balance <> 0) EXECUTE FUNCTION ledger_refuse();
--> statement-breakpoint
-- Depth 0 is a statement from outside; the balances are written from inside the trigger on entries.
CREATE TRIGGER ledger_accounts_by_entries_only BEFORE UPDATE ON ledger_accounts
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION ledger_refuse();
--> statement-breakpoint
-- All entries of a posting come in one statement, so it is whole or refused, and nothing joins it later.
CREATE FUNCTION ledger_apply_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM added GROUP BY posting_id
    HAVING sum(amount) <> 0 OR count(*) < 2
      OR count(*) <> (SELECT count(*) FROM ledger_entries e WHERE e.posting_id = added.posting_id)
  ) THEN
    RAISE EXCEPTION 'a posting must come whole and sum to zero' USING ERRCODE = 'LG001';
  END IF;
  UPDATE ledger_accounts a SET balance = a.balance + s.amount
    FROM (SELECT account_id, sum(amount)::bigint AS amount FROM added GROUP BY account_id) s
    WHERE a.id = s.account_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_applied AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_apply_entries();
--> statement-breakpoint
CREATE FUNCTION ledger_refuse_hollow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger_entries WHERE posting_id = new.id) THEN
    RAISE EXCEPTION 'posting % has no entries', new.act USING ERRCODE = 'LG001';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_postings_not_hollow AFTER INSERT ON ledger_postings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_refuse_hollow();
--> statement-breakpoint
-- Missing accounts are opened in the order of their names, so that two posters cannot wait for each other.
CREATE FUNCTION ledger_open(p_names text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO ledger_accounts (name, member_id, allows_negative)
  SELECT wanted.name,
    CASE WHEN starts_with(wanted.name, 'member:') THEN split_part(wanted.name, ':', 2) END,
    starts_with(wanted.name, 'house:')
  FROM unnest(p_names) AS wanted(name)
  WHERE NOT EXISTS (SELECT FROM ledger_accounts a WHERE a.name = wanted.name)
  ORDER BY wanted.name
  ON CONFLICT (name) DO NOTHING
$$;
--> statement-breakpoint
-- One member's money moves one act at a time: who comes second waits here, before holding anything else, even when
-- one transaction makes several postings. The row of the member is there before the first account is.
CREATE FUNCTION ledger_lock_members(p_names text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM members
    WHERE id = ANY (ARRAY(
      SELECT split_part(name, ':', 2) FROM unnest(p_names) AS n(name) WHERE starts_with(name, 'member:')))
    ORDER BY id FOR NO KEY UPDATE;
END $$;
--> statement-breakpoint
-- The house's accounts come last, so that they are held the shortest.
CREATE FUNCTION ledger_lock(p_names text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM ledger_accounts WHERE name = ANY (p_names) ORDER BY member_id IS NULL, id FOR NO KEY UPDATE;
END $$;
--> statement-breakpoint
CREATE FUNCTION ledger_balances(p_names text[]) RETURNS jsonb LANGUAGE sql AS $$
  SELECT coalesce(jsonb_object_agg(name, balance), '{}') FROM ledger_accounts WHERE name = ANY (p_names)
$$;
--> statement-breakpoint
CREATE FUNCTION ledger_legs(p_posting bigint) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_object_agg(a.name, e.amount)
  FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id WHERE e.posting_id = p_posting
$$;
--> statement-breakpoint
-- What the member calls the place: WALLET or the game's code.
CREATE FUNCTION ledger_place(p_name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE split_part(p_name, ':', 3) WHEN 'wallet' THEN 'WALLET' WHEN 'game' THEN split_part(p_name, ':', 4) END
$$;
--> statement-breakpoint
CREATE FUNCTION ledger_post(p_act text, p_kind text, p_legs jsonb, p_memo text, p_statements jsonb)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_names text[];
  v_wanted jsonb;
  v_sum numeric;
  v_count integer;
  v_posting bigint;
  v_short record;
BEGIN
  SELECT array_agg(DISTINCT account), jsonb_object_agg(account, amount), sum(amount), count(*)
    INTO v_names, v_wanted, v_sum, v_count
    FROM jsonb_to_recordset(p_legs) AS leg(account text, amount bigint);
  IF v_count < 2 OR v_sum <> 0 OR v_count <> cardinality(v_names) THEN
    RAISE EXCEPTION 'legs of % must be two or more, each of another account, and sum to zero', p_act
      USING ERRCODE = 'LG001';
  END IF;

  PERFORM ledger_lock_members(v_names);
  PERFORM ledger_open(v_names);
  PERFORM ledger_lock(v_names);

  SELECT id INTO v_posting FROM ledger_postings WHERE act = p_act;
  IF v_posting IS NULL THEN
    SELECT a.name, a.balance INTO v_short
      FROM jsonb_to_recordset(p_legs) AS leg(account text, amount bigint)
      JOIN ledger_accounts a ON a.name = leg.account
      WHERE a.balance + leg.amount < 0 AND NOT a.allows_negative ORDER BY a.id LIMIT 1;
    IF FOUND THEN
      RETURN jsonb_build_object('outcome', 'short', 'account', v_short.name, 'balance', v_short.balance);
    END IF;
    INSERT INTO ledger_postings (act, kind, memo) VALUES (p_act, p_kind, p_memo)
      ON CONFLICT (act) DO NOTHING RETURNING id INTO v_posting;
    IF v_posting IS NOT NULL THEN
      INSERT INTO ledger_entries (posting_id, account_id, amount)
        SELECT v_posting, a.id, leg.amount
        FROM jsonb_to_recordset(p_legs) AS leg(account text, amount bigint)
        JOIN ledger_accounts a ON a.name = leg.account ORDER BY a.id;
      INSERT INTO statements (member_id, type, "from", "to", status, amount, source, reference, posting_id)
        SELECT s."memberId", s.type, s."from", s."to", coalesce(s.status, 'SUCCESS'), s.amount, s.source,
          s.reference, v_posting
        FROM jsonb_to_recordset(p_statements) AS s("memberId" text, type text, "from" text, "to" text, status text,
          amount bigint, source text, reference text);
      RETURN jsonb_build_object('outcome', 'posted', 'postingId', v_posting, 'balances', ledger_balances(v_names));
    END IF;
    -- Another poster won with the same act on other accounts; it has committed by now.
    SELECT id INTO v_posting FROM ledger_postings WHERE act = p_act;
  END IF;

  IF ledger_legs(v_posting) IS DISTINCT FROM v_wanted THEN
    RAISE EXCEPTION 'act % was posted before with other legs', p_act USING ERRCODE = 'LG002';
  END IF;
  RETURN jsonb_build_object('outcome', 'repeated', 'postingId', v_posting, 'balances', ledger_balances(v_names));
END $$;
--> statement-breakpoint
CREATE FUNCTION ledger_sweep(p_act text, p_kind text, p_from text[], p_to text, p_memo text, p_statement jsonb)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_from text[];
  v_moved jsonb;
  v_amount bigint;
  v_posting bigint;
  v_outcome text := 'repeated';
BEGIN
  PERFORM ledger_lock_members(p_from || p_to);
  PERFORM ledger_open(ARRAY[p_to]);
  -- `member:ID:game:*` stands for every game account that the member has.
  SELECT coalesce(array_agg(DISTINCT a.name), '{}') INTO v_from
    FROM unnest(p_from) AS f(name) JOIN ledger_accounts a
      ON a.name = f.name
      OR (right(f.name, 7) = ':game:*' AND a.member_id = split_part(f.name, ':', 2)
        AND starts_with(a.name, left(f.name, -1)))
    WHERE a.name <> p_to;
  PERFORM ledger_lock(v_from || p_to);

  SELECT id INTO v_posting FROM ledger_postings WHERE act = p_act;
  IF v_posting IS NULL THEN
    SELECT sum(balance), jsonb_object_agg(name, balance) INTO v_amount, v_moved
      FROM ledger_accounts WHERE name = ANY (v_from) AND balance > 0;
    IF v_amount IS NULL THEN
      RETURN jsonb_build_object('outcome', 'empty', 'amount', 0);
    END IF;
    INSERT INTO ledger_postings (act, kind, memo) VALUES (p_act, p_kind, p_memo)
      ON CONFLICT (act) DO NOTHING RETURNING id INTO v_posting;
    IF v_posting IS NOT NULL THEN
      v_outcome := 'posted';
      INSERT INTO ledger_entries (posting_id, account_id, amount)
        SELECT v_posting, id, -balance FROM ledger_accounts WHERE name = ANY (v_from) AND balance > 0
        UNION ALL
        SELECT v_posting, id, v_amount FROM ledger_accounts WHERE name = p_to;
      INSERT INTO statements (member_id, type, "from", "to", amount, source, reference, posting_id)
        SELECT s."memberId", s.type, ledger_place(m.key), ledger_place(p_to), m.value::bigint, s.source, s.reference,
          v_posting
        FROM jsonb_to_record(p_statement) AS s("memberId" text, type text, source text, reference text),
          jsonb_each_text(v_moved) AS m
        WHERE s.type IS NOT NULL ORDER BY m.key;
    ELSE
      SELECT id INTO v_posting FROM ledger_postings WHERE act = p_act;
    END IF;
  END IF;

  IF v_outcome = 'repeated' THEN
    SELECT sum(-e.amount), jsonb_object_agg(a.name, -e.amount) INTO v_amount, v_moved
      FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
      WHERE e.posting_id = v_posting AND e.amount < 0;
  END IF;
  RETURN jsonb_build_object('outcome', v_outcome, 'postingId', v_posting, 'amount', v_amount, 'moved', v_moved,
    'balances', ledger_balances(v_from || p_to));
END $$;
