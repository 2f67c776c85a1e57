-- Reserves the money of `transfers`, all of them or none. `funds`: as much of `member_funds` as their plan depends on; other funds are answered with
-- `changed`. `into`: the game that must take the money, and the account there that the plan knows.
CREATE OR REPLACE FUNCTION transfers_reserve(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET enable_seqscan = off AS $$
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
