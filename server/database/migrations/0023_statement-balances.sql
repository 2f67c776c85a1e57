ALTER TABLE "statements" ADD COLUMN "balance_after" bigint;--> statement-breakpoint
ALTER TABLE "statements" ADD COLUMN "note" text;
--> statement-breakpoint
-- A row says what the wallet held after it: only the ledger knows that, and only while it has the member.
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
    PERFORM FROM members WHERE id = ANY (v_members) ORDER BY id FOR NO KEY UPDATE;
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
      IF new.statements <> '[]' THEN
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
CREATE OR REPLACE FUNCTION provider_transfer_end(
  p_id uuid, p_status text, p_end text, p_legs jsonb, p_statement text, p_http_status integer, p_reply text, p_now timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_member text;
  v_operation text;
  v_posted jsonb;
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
    -- Money that arrives in the wallet does so now, not when the row was written.
    UPDATE statements s SET status = p_statement, balance_after = coalesce(arrived.balance, s.balance_after)
      FROM (
        SELECT id, CASE WHEN "to" = 'WALLET' THEN
            (v_posted -> 'balances' ->> ('member:' || v_member || ':wallet'))::bigint
              - coalesce(sum(amount) OVER (ORDER BY id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)
          END AS balance
          FROM statements WHERE reference = p_id::text
      ) AS arrived
      WHERE s.id = arrived.id;
  END IF;
  UPDATE acts SET status = CASE WHEN p_http_status < 400 THEN 'done' ELSE 'failed' END, http_status = p_http_status,
      reply = p_reply, finished_at = p_now
    WHERE owner = v_member AND key = substr(v_operation, length(v_member) + 2) AND status = 'running';
  RETURN true;
END $$;
