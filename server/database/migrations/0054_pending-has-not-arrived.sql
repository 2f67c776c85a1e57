-- As before; a row of money on its way to the wallet has moved nothing there yet. What ends its transfer says what the wallet holds then.
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
--> statement-breakpoint
ALTER FUNCTION ledger_perform() SET enable_seqscan = off;
--> statement-breakpoint
-- As before; what a withdrawal has taken from the wallet to go with money out of games has a row in progress, which gives way to the
-- withdrawal's own in the transaction that writes that, or fails with the transfer.
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
    FOR v_row IN SELECT id, type, "to", amount FROM statements WHERE reference = v_reference ORDER BY id DESC LOOP
      IF p_statement = 'SUCCESS' AND v_row.type = 'withdraw' THEN
        DELETE FROM statements WHERE id = v_row.id;
      ELSIF p_statement = 'SUCCESS' AND v_row."to" = 'WALLET' THEN
        UPDATE statements SET status = p_statement, balance_after = v_wallet WHERE id = v_row.id;
        v_wallet := v_wallet - v_row.amount;
      ELSE
        UPDATE statements SET status = p_statement WHERE id = v_row.id;
      END IF;
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
-- As before; where games hold too little and the rest leaves the wallet with the transfer, the statement says so: that row is of no
-- withdrawal yet, and has the transfer's reference.
CREATE OR REPLACE FUNCTION withdrawal_begin(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_amount bigint := (p_given ->> 'amount')::bigint;
  v_checked record;
  v_payee jsonb;
  v_has_transfer boolean := jsonb_array_length(p_given -> 'transfers') > 0;
  v_given jsonb := p_given;
  v_from_wallet bigint := (p_given #>> ARRAY['transfers', '0', 'taken', 'member:' || p_member || ':wallet'])::bigint;
  v_told jsonb;
BEGIN
  SELECT * INTO v_checked FROM withdrawal_check(p_member, v_amount, p_given -> 'rules', p_now);
  IF v_checked.refusal IS NOT NULL THEN
    RETURN jsonb_build_object('refusal', v_checked.refusal, 'details', v_checked.details);
  END IF;
  v_payee := jsonb_build_object('bankCode', v_checked.bank_code, 'accountName', v_checked.account_name,
    'accountNo', v_checked.account_no);
  IF v_has_transfer THEN
    v_given := jsonb_set(p_given, '{transfers,0,withdrawal}', v_payee || jsonb_build_object('amount', v_amount));
  END IF;
  IF v_from_wallet IS NOT NULL THEN
    v_given := jsonb_insert(v_given, '{transfers,0,statements,-1}', jsonb_build_object('memberId', p_member, 'type', 'withdraw',
      'status', 'PENDING', 'reference', p_given #> '{transfers,0,id}', 'from', 'WALLET', 'to', v_checked.bank_code,
      'amount', v_from_wallet), true);
  END IF;
  v_told := transfers_reserve(p_member, v_given, p_now);
  IF v_told <> '{}' THEN
    RETURN v_told;
  END IF;
  IF NOT v_has_transfer THEN
    IF NOT withdrawal_take((p_given ->> 'id')::uuid, p_member, v_amount, v_checked.bank_code, v_checked.account_name,
        v_checked.account_no, (p_given ->> 'leasedUntil')::timestamptz) THEN
      RETURN jsonb_build_object('refusal', 'MONEY_NOT_ENOUGH');
    END IF;
  END IF;
  RETURN jsonb_build_object('payee', v_payee);
END $$;
--> statement-breakpoint
ALTER FUNCTION withdrawal_begin(text, jsonb, timestamptz) SET enable_seqscan = off;
--> statement-breakpoint
-- Transfers that are under way.
UPDATE statements s SET balance_after = NULL FROM provider_transfers t
  WHERE s.reference = t.id::text AND s.status = 'PENDING' AND s."to" = 'WALLET' AND s.balance_after IS NOT NULL;
