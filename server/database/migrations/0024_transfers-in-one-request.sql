-- One member is locked, and one row of the statement written, by statements that are planned once in a connection: an array of members
-- was planned anew for each posting, and a window has nothing to sum for one row.
CREATE OR REPLACE FUNCTION ledger_perform() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_leg record;
  v_names text[] := '{}';
  v_amounts bigint[] := '{}';
  v_accounts bigint[] := '{}';
  v_members text[] := '{}';
  v_member text;
  v_sum bigint := 0;
  v_found integer;
  v_short text;
  v_posting bigint;
  v_account bigint;
  v_balance bigint;
  v_legs jsonb;
  v_balances jsonb := '{}';
  v_row jsonb;
BEGIN
  FOR v_leg IN
    SELECT account, amount FROM jsonb_to_recordset(new.legs) AS leg(account text, amount bigint) ORDER BY account
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
    IF v_amounts[i] < 0 AND starts_with(v_names[i], 'member:') THEN
      SELECT balance INTO v_balance FROM ledger_accounts WHERE name = v_names[i];
      v_balance := coalesce(v_balance, 0);
      IF v_balance + v_amounts[i] < 0 THEN
        v_short := v_names[i];
        EXIT;
      END IF;
    END IF;
  END LOOP;
  IF v_short IS NULL THEN
    INSERT INTO ledger_postings (act, kind, memo) VALUES (new.act, new.kind, new.memo)
      ON CONFLICT (act) DO NOTHING RETURNING id INTO v_posting;
    IF v_posting IS NOT NULL THEN
      FOR i IN 1 .. cardinality(v_names) LOOP
        LOOP
          IF starts_with(v_names[i], 'member:') THEN
            UPDATE ledger_accounts SET balance = balance + v_amounts[i] WHERE name = v_names[i]
              RETURNING id, balance INTO v_account, v_balance;
          ELSE
            SELECT id INTO v_account FROM ledger_accounts WHERE name = v_names[i];
          END IF;
          EXIT WHEN FOUND;
          INSERT INTO ledger_accounts (name, member_id, balance, allows_negative) VALUES (
            v_names[i],
            CASE WHEN starts_with(v_names[i], 'member:') THEN split_part(v_names[i], ':', 2) END,
            CASE WHEN starts_with(v_names[i], 'member:') THEN 0 END,
            starts_with(v_names[i], 'house:')
          ) ON CONFLICT (name) DO NOTHING;
        END LOOP;
        v_accounts := v_accounts || v_account;
        IF starts_with(v_names[i], 'member:') THEN
          v_balances := v_balances || jsonb_build_object(v_names[i], v_balance);
        END IF;
      END LOOP;
      INSERT INTO ledger_entries (posting_id, account_id, amount)
        SELECT v_posting, account, amount FROM unnest(v_accounts, v_amounts) AS entry(account, amount);
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
-- Begins a transfer between the wallet and games, or two games, whole or not at all: takes the key and the member as operation_begin
-- does, reserves the money, and keeps what the providers are to be asked (`moves`, in order) and that the operation runs. What was
-- done under the key before, a key that is taken, and a `refusal` leave everything as it was; `p_refusal` is one that is known already.
CREATE FUNCTION transfer_begin(
  p_owner text, p_key text, p_call text, p_body_hash text, p_id uuid, p_operation text, p_from text, p_to text, p_amount bigint,
  p_refusal text, p_reply text, p_leased_until timestamptz, p_now timestamptz
)
RETURNS TABLE (taken boolean, call text, body_hash text, status text, http_status integer, reply text, created_at timestamptz,
  refusal text, moves jsonb, source text, destination text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_username text;
  v_is_offered boolean;
  v_outcome text;
BEGIN
  SELECT b.taken, b.call, b.body_hash, b.status, b.http_status, b.reply, b.created_at
    INTO taken, call, body_hash, status, http_status, reply, created_at FROM operation_begin(p_owner, p_key) b;
  IF NOT taken OR call IS NOT NULL THEN
    RETURN NEXT;
    RETURN;
  END IF;

  refusal := p_refusal;
  IF refusal IS NOT NULL THEN
    RETURN NEXT;
    RETURN;
  END IF;
  moves := '[]';
  source := 'member:' || p_owner || ':wallet';
  destination := source;
  IF p_from <> 'WALLET' THEN
    SELECT a.username INTO v_username FROM games g LEFT JOIN game_accounts a
      ON a.game_code = g.code AND a.member_id = p_owner AND a.is_active WHERE g.code = p_from;
    IF v_username IS NULL THEN
      refusal := CASE WHEN FOUND THEN 'SLOT_NO_ACCOUNT' ELSE 'NO_GAME' END;
      RETURN NEXT;
      RETURN;
    END IF;
    source := 'member:' || p_owner || ':game:' || p_from;
    moves := moves || jsonb_build_object('gameCode', p_from, 'username', v_username, 'amount', -p_amount,
      'reference', p_id || ':' || p_from);
  END IF;
  IF p_to <> 'WALLET' THEN
    -- A closed game can be emptied, and takes nothing.
    SELECT a.username, g.enabled INTO v_username, v_is_offered FROM games g LEFT JOIN game_accounts a
      ON a.game_code = g.code AND a.member_id = p_owner AND a.is_active WHERE g.code = p_to;
    IF v_is_offered IS NOT TRUE OR v_username IS NULL THEN
      refusal := CASE WHEN v_is_offered THEN 'SLOT_NO_ACCOUNT' ELSE 'NO_GAME' END;
      RETURN NEXT;
      RETURN;
    END IF;
    destination := 'member:' || p_owner || ':game:' || p_to;
    moves := moves || jsonb_build_object('gameCode', p_to, 'username', v_username, 'amount', p_amount,
      'reference', p_id || ':' || p_to);
  END IF;

  v_outcome := ledger_post('transfer:' || p_operation, 'transfer',
    jsonb_build_array(jsonb_build_object('account', source, 'amount', -p_amount),
      jsonb_build_object('account', 'member:' || p_owner || ':moving', 'amount', p_amount)),
    NULL,
    jsonb_build_array(jsonb_build_object('memberId', p_owner, 'type', 'transfer', 'status', 'PENDING', 'reference', p_id,
      'from', p_from, 'to', p_to, 'amount', p_amount))) ->> 'outcome';
  IF v_outcome = 'short' THEN
    refusal := 'MONEY_NOT_ENOUGH';
    RETURN NEXT;
    RETURN;
  ELSIF v_outcome <> 'posted' THEN
    RAISE EXCEPTION '% was begun before', p_operation;
  END IF;
  INSERT INTO provider_transfers (id, member_id, operation_id, moves, taken, destination, reply, leased_until, created_at)
    VALUES (p_id, p_owner, p_operation, moves, jsonb_build_object(source, p_amount), destination, p_reply, p_leased_until, p_now);
  IF p_key IS NOT NULL THEN
    INSERT INTO acts (owner, key, call, body_hash, status, created_at)
      VALUES (p_owner, p_key, p_call, p_body_hash, 'running', p_now);
  END IF;
  RETURN NEXT;
END $$;
--> statement-breakpoint
-- A connection keeps the plan that it made first. Made while a table was empty or short, as these are on a new site, it reads the
-- whole table for one row, however long that has become. Each statement of these functions has an index to use.
ALTER FUNCTION operation_begin(text, text) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION ledger_perform() SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION provider_transfer_end(uuid, text, text, jsonb, text, integer, text, timestamptz) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION transfer_begin(text, text, text, text, uuid, text, text, text, bigint, text, text, timestamptz, timestamptz) SET enable_seqscan = off;
