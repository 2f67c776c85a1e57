-- As before; an operation without an answer still runs, and gets one when it ends.
CREATE OR REPLACE FUNCTION operation_keep(
  p_owner text, p_key text, p_call text, p_body_hash text, p_reply text, p_now timestamptz, p_told jsonb
) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  IF p_key IS NOT NULL AND p_told ->> 'refusal' IS NULL AND p_told ->> 'changed' IS NULL THEN
    IF p_reply IS NULL THEN
      INSERT INTO acts (owner, key, call, body_hash, status, created_at)
        VALUES (p_owner, p_key, p_call, p_body_hash, 'running', p_now);
    ELSE
      INSERT INTO acts (owner, key, call, body_hash, status, http_status, reply, created_at, finished_at)
        VALUES (p_owner, p_key, p_call, p_body_hash, 'done', 200, p_reply, p_now, p_now);
    END IF;
  END IF;
  RETURN p_told;
END $$;
--> statement-breakpoint
-- What transfers of everything are planned by: the wallet, and each game where the member has an account (satang).
CREATE FUNCTION member_funds(p_member text) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN jsonb_build_object(
    'wallet', coalesce((SELECT balance FROM ledger_accounts WHERE name = 'member:' || p_member || ':wallet'), 0),
    'games', coalesce((
      SELECT jsonb_agg(jsonb_build_object('code', a.game_code, 'username', a.username, 'isActive', a.is_active,
          'amount', coalesce(l.balance, 0)) ORDER BY a.game_code)
        FROM game_accounts a
        LEFT JOIN ledger_accounts l ON l.name = 'member:' || p_member || ':game:' || a.game_code
        WHERE a.member_id = p_member), '[]'));
END $$;
--> statement-breakpoint
-- Reserves the money of `transfers`, which were planned by `funds`: as much of `member_funds` as the plan depends on. `into`: the game
-- that must take it, and the account there that was known. All of them, or none.
CREATE FUNCTION transfers_reserve(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_into text := p_given -> 'into' ->> 'code';
  v_username text;
  v_is_offered boolean;
  v_funds jsonb;
  v_transfer record;
  v_outcome text;
BEGIN
  IF v_into IS NOT NULL THEN
    -- A closed game can be emptied, and takes nothing.
    SELECT g.enabled, a.username INTO v_is_offered, v_username FROM games g LEFT JOIN game_accounts a
      ON a.game_code = g.code AND a.member_id = p_member AND a.is_active WHERE g.code = v_into;
    IF v_is_offered IS NOT TRUE THEN
      RETURN jsonb_build_object('refusal', 'NO_GAME');
    ELSIF v_username IS NULL THEN
      RETURN jsonb_build_object('refusal', 'SLOT_NO_ACCOUNT');
    END IF;
  END IF;
  IF p_given ? 'funds' THEN
    v_funds := member_funds(p_member);
    IF v_username IS DISTINCT FROM p_given -> 'into' ->> 'username'
      OR EXISTS (SELECT FROM jsonb_each(p_given -> 'funds') known WHERE v_funds -> known.key <> known.value) THEN
      RETURN jsonb_build_object('changed', true, 'funds', v_funds);
    END IF;
  END IF;
  FOR v_transfer IN
    SELECT * FROM jsonb_to_recordset(p_given -> 'transfers') AS t(id uuid, operation text, legs jsonb, statements jsonb, moves jsonb,
      taken jsonb, destination text, withdrawal jsonb, reply text, "leasedUntil" timestamptz)
  LOOP
    v_outcome := ledger_post('transfer:' || v_transfer.operation, 'transfer', v_transfer.legs, NULL, v_transfer.statements) ->> 'outcome';
    -- Games hold what they were planned with; what a withdrawal takes from the wallet besides may be missing there.
    IF v_outcome = 'short' AND v_transfer.withdrawal IS NOT NULL THEN
      RETURN jsonb_build_object('refusal', 'MONEY_NOT_ENOUGH');
    ELSIF v_outcome <> 'posted' THEN
      RAISE EXCEPTION '% cannot begin: %', v_transfer.operation, v_outcome;
    END IF;
    INSERT INTO provider_transfers (id, member_id, operation_id, moves, taken, destination, withdrawal, reply, leased_until, created_at)
      VALUES (v_transfer.id, p_member, v_transfer.operation, v_transfer.moves, v_transfer.taken, v_transfer.destination,
        v_transfer.withdrawal, v_transfer.reply, v_transfer."leasedUntil", p_now);
  END LOOP;
  RETURN '{}';
END $$;
--> statement-breakpoint
-- The same for what every game holds, one transfer each. `collection`: what they are remembered by together.
CREATE FUNCTION collection_begin(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_told jsonb := transfers_reserve(p_member, p_given, p_now);
BEGIN
  IF v_told = '{}' AND p_given -> 'transfers' <> '[]' THEN
    INSERT INTO collections (member_id, id, "references", created_at)
      SELECT p_member, (p_given ->> 'collection')::uuid, jsonb_agg(transfer -> 'id'), p_now
        FROM jsonb_array_elements(p_given -> 'transfers') transfer
      ON CONFLICT (member_id) DO UPDATE SET id = excluded.id, "references" = excluded."references", created_at = excluded.created_at;
  END IF;
  RETURN v_told;
END $$;
--> statement-breakpoint
-- A withdrawal of `amount` (satang), to the `payee` that is told: out of the wallet, or, where `transfers` has one, once that has arrived
-- there. The release before this one calls `withdraw_begin`.
CREATE FUNCTION withdrawal_begin(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_amount bigint := (p_given ->> 'amount')::bigint;
  v_checked record;
  v_payee jsonb;
  v_has_transfer boolean := jsonb_array_length(p_given -> 'transfers') > 0;
  v_given jsonb := p_given;
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
-- As the functions of money: their plans must not read whole tables because those were short once.
ALTER FUNCTION member_funds(text) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION transfers_reserve(text, jsonb, timestamptz) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION collection_begin(text, jsonb, timestamptz) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION withdrawal_begin(text, jsonb, timestamptz) SET enable_seqscan = off;
