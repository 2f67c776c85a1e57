-- Posts one request to the books: balanced legs (satang), once per `act`, with its rows of the statement. The result is `posted`, `repeated` (the
-- same act was posted before, with the same legs) or `short` (a member's account holds less).
--
-- The house's accounts have no balance in their row: they are on one side of nearly every posting, and all members would wait for each other there.
-- Their entries say the same, and only grow. A row of the statement says what the wallet held after it; while its money is on its way to the wallet
-- it says nothing, until `provider_transfer_end` does. One member and one row, the usual case, take statements of their own, whose plans a
-- connection keeps.
CREATE OR REPLACE FUNCTION ledger_perform() RETURNS trigger
LANGUAGE plpgsql SET enable_seqscan = off AS $$
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
            v_posting, CASE WHEN v_row ->> 'status' = 'PENDING' AND v_row ->> 'to' = 'WALLET' THEN NULL
              ELSE (v_balances ->> ('member:' || (v_row ->> 'memberId') || ':wallet'))::bigint END);
      ELSIF new.statements <> '[]' THEN
        INSERT INTO statements (member_id, type, "from", "to", status, amount, source, reference, posting_id, balance_after)
          SELECT s."memberId", s.type, s."from", s."to", coalesce(s.status, 'SUCCESS'), s.amount, s.source,
            s.reference, v_posting,
            -- The wallet at the end, less what the rows after this one moved; null where the posting leaves it alone.
            CASE WHEN s.status = 'PENDING' AND s."to" = 'WALLET' THEN NULL ELSE
              (v_balances ->> ('member:' || s."memberId" || ':wallet'))::bigint - coalesce(sum(
                CASE 'WALLET' WHEN s."to" THEN CASE s.status WHEN 'PENDING' THEN 0 ELSE s.amount END WHEN s."from" THEN -s.amount ELSE 0 END
              ) OVER (PARTITION BY s."memberId" ORDER BY s.place DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) END
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
