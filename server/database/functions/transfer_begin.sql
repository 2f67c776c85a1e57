-- Reserves the money of a transfer between the wallet and a game, or two games, and keeps what the providers are to be asked (`moves`, in order).
CREATE OR REPLACE FUNCTION transfer_begin(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_id text := p_given ->> 'id';
  v_operation text := p_given ->> 'operation';
  v_from text := p_given ->> 'from';
  v_to text := p_given ->> 'to';
  v_amount bigint := (p_given ->> 'amount')::bigint;
  v_moves jsonb := '[]';
  v_source text := 'member:' || p_member || ':wallet';
  v_destination text := v_source;
  v_account record;
  v_outcome text;
BEGIN
  IF v_from <> 'WALLET' THEN
    SELECT * INTO v_account FROM game_account(p_member, v_from, false);
    IF v_account.refusal IS NOT NULL THEN
      RETURN jsonb_build_object('refusal', v_account.refusal);
    END IF;
    v_source := 'member:' || p_member || ':game:' || v_from;
    v_moves := v_moves || jsonb_build_object('gameCode', v_from, 'username', v_account.username, 'amount', -v_amount,
      'reference', v_id || ':' || v_from);
  END IF;
  IF v_to <> 'WALLET' THEN
    SELECT * INTO v_account FROM game_account(p_member, v_to, true);
    IF v_account.refusal IS NOT NULL THEN
      RETURN jsonb_build_object('refusal', v_account.refusal);
    END IF;
    v_destination := 'member:' || p_member || ':game:' || v_to;
    v_moves := v_moves || jsonb_build_object('gameCode', v_to, 'username', v_account.username, 'amount', v_amount,
      'reference', v_id || ':' || v_to);
  END IF;

  v_outcome := ledger_post('transfer:' || v_operation, 'transfer',
    jsonb_build_array(jsonb_build_object('account', v_source, 'amount', -v_amount),
      jsonb_build_object('account', 'member:' || p_member || ':moving', 'amount', v_amount)),
    NULL,
    jsonb_build_array(jsonb_build_object('memberId', p_member, 'type', 'transfer', 'status', 'PENDING', 'reference', v_id,
      'from', v_from, 'to', v_to, 'amount', v_amount))) ->> 'outcome';
  IF v_outcome = 'short' THEN
    RETURN jsonb_build_object('refusal', 'MONEY_NOT_ENOUGH');
  ELSIF v_outcome <> 'posted' THEN
    RAISE EXCEPTION '% was begun before', v_operation;
  END IF;
  INSERT INTO provider_transfers (id, member_id, operation_id, moves, taken, destination, reply, leased_until, created_at)
    VALUES (v_id::uuid, p_member, v_operation, v_moves, jsonb_build_object(v_source, v_amount), v_destination, p_given ->> 'reply',
      (p_given ->> 'leasedUntil')::timestamptz, p_now);
  RETURN jsonb_build_object('moves', v_moves, 'source', v_source, 'destination', v_destination);
END $$;
