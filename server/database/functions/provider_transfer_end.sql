-- Ends a transfer between the wallet and games, whole or not at all: its row goes, the money arrives by `p_legs` (none where nothing was reserved),
-- its rows of the statement are decided, and the operation gets its answer. False if another has ended it.
--
-- What a withdrawal has taken from the wallet to go with money out of games has a row of its own meanwhile. It goes when the transfer succeeds,
-- because the withdrawal then writes its own in the same transaction. Time at play that began with a transfer which no game has taken is none, where
-- nothing else is in a game or on its way there and no round was played meanwhile.
CREATE OR REPLACE FUNCTION provider_transfer_end(
  p_id uuid, p_status text, p_end text, p_legs jsonb, p_statement text, p_http_status integer, p_reply text, p_now timestamptz
) RETURNS boolean
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_member text;
  v_operation text;
  v_posted jsonb;
  v_reference text := p_id::text;
  v_begun timestamptz;
  v_wallet bigint;
  v_row record;
BEGIN
  -- Before anything else is held, as in ledger_perform.
  SELECT m.id INTO v_member FROM provider_transfers t JOIN members m ON m.id = t.member_id
    WHERE t.id = p_id FOR NO KEY UPDATE OF m;
  DELETE FROM provider_transfers WHERE id = p_id AND status = p_status
    RETURNING operation_id, created_at INTO v_operation, v_begun;
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
  IF p_end <> 'settled' THEN
    -- The time that ended with this transfer goes on: its money is in a game again.
    UPDATE play_times SET ends_at = v_begun + interval '30 minutes' WHERE member_id = v_member AND ends_at = v_begun;
    PERFORM play_end(v_member, p_now);
    DELETE FROM play_times WHERE member_id = v_member AND started_at = v_begun AND ends_at <= p_now
      AND NOT EXISTS (SELECT FROM game_results WHERE member_id = v_member AND created_at >= v_begun);
  END IF;
  UPDATE acts SET status = CASE WHEN p_http_status < 400 THEN 'done' ELSE 'failed' END, http_status = p_http_status,
      reply = p_reply, finished_at = p_now
    WHERE owner = v_member AND key = substr(v_operation, length(v_member) + 2) AND status = 'running';
  RETURN true;
END $$;
