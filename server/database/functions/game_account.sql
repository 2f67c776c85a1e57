-- The member's account at a game, or why money cannot move there: `username`, or `refusal`. A closed game can be emptied, and takes nothing.
CREATE OR REPLACE FUNCTION game_account(p_member text, p_game text, p_takes_money boolean, OUT username text, OUT refusal text)
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
DECLARE
  v_is_open boolean;
BEGIN
  SELECT a.username, g.enabled INTO username, v_is_open FROM games g LEFT JOIN game_accounts a
    ON a.game_code = g.code AND a.member_id = p_member AND a.is_active WHERE g.code = p_game;
  IF NOT FOUND OR p_takes_money AND NOT v_is_open THEN
    refusal := 'NO_GAME';
  ELSIF username IS NULL THEN
    refusal := 'SLOT_NO_ACCOUNT';
  END IF;
END $$;
