-- Keeps the password that a game's provider is to be asked for, before it is asked. While the provider has not answered, that password stays the
-- one to ask for, and nobody else may ask: of two different passwords the one that arrives last would hold.
CREATE OR REPLACE FUNCTION game_password_begin(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_game text := p_given ->> 'game';
  v_is_opening boolean := p_given ->> 'isOpening';
  v_operation jsonb := p_given -> 'operation';
  v_asking_until timestamptz := p_given ->> 'askingUntil';
  v_pending pending_game_passwords;
  v_account game_accounts;
BEGIN
  -- Locked first: who is just ending it also changes the account.
  SELECT * INTO v_pending FROM pending_game_passwords WHERE member_id = p_member AND game_code = v_game FOR UPDATE;
  PERFORM FROM games WHERE code = v_game AND enabled;
  IF NOT FOUND THEN
    RETURN jsonb_build_object('refusal', 'NO_GAME');
  END IF;
  SELECT * INTO v_account FROM game_accounts WHERE member_id = p_member AND game_code = v_game;
  IF v_is_opening AND v_account.is_active THEN
    RETURN jsonb_build_object('refusal', 'SLOT_ALREADY_ACTIVE');
  ELSIF NOT v_is_opening AND v_account.username IS NULL THEN
    RETURN jsonb_build_object('refusal', 'SLOT_NO_ACCOUNT');
  -- Nobody asks for longer than this one may: that was written by a clock that was ahead.
  ELSIF v_pending.asking_until > p_now AND v_pending.asking_until <= v_asking_until + interval '1 minute' THEN
    RETURN jsonb_build_object('refusal', 'REQUEST_LIMIT');
  END IF;
  INSERT INTO pending_game_passwords AS p (member_id, game_code, password, operations, asking_until, leased_until, created_at)
    VALUES (p_member, v_game, p_given ->> 'password', jsonb_build_array(v_operation), v_asking_until, v_asking_until, p_now)
    ON CONFLICT (member_id, game_code) DO UPDATE SET operations = p.operations || v_operation, attempts = p.attempts + 1,
      asking_until = v_asking_until, leased_until = v_asking_until
    RETURNING * INTO v_pending;
  RETURN jsonb_build_object('id', v_pending.id, 'password', v_pending.password, 'attempts', v_pending.attempts,
    'username', v_account.username);
END $$;
