-- Reserves the money of `transfers`, all of them or none. `funds`: as much of `member_funds` as their plan depends on; other funds are answered with
-- `changed`. `into`: the game that must take the money, and the account there that the plan knows.
CREATE OR REPLACE FUNCTION transfers_reserve(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_into text := p_given -> 'into' ->> 'code';
  v_account record;
  v_funds jsonb;
  v_transfer record;
  v_outcome text;
BEGIN
  SELECT * INTO v_account FROM game_account(p_member, v_into, true);
  IF v_into IS NOT NULL AND v_account.refusal IS NOT NULL THEN
    RETURN jsonb_build_object('refusal', v_account.refusal);
  END IF;
  IF p_given ? 'funds' THEN
    v_funds := member_funds(p_member);
    IF v_account.username IS DISTINCT FROM p_given -> 'into' ->> 'username'
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
