-- What keeps a member from withdrawing an amount (satang), with what the answer says of it, or the bank account that the money would go
-- to. Takes the member. `p_rules`: `limits` where no setting says them, `holdMs` after a change of the account, `maxPending`.
CREATE FUNCTION withdrawal_check(p_member text, p_amount bigint, p_rules jsonb, p_now timestamptz)
RETURNS TABLE (refusal text, details jsonb, bank_code text, account_name text, account_no text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_limits jsonb := coalesce((SELECT value FROM settings WHERE key = 'withdraw'), p_rules -> 'limits');
  v_turnover bigint;
  v_until timestamptz;
  v_to_play bigint;
BEGIN
  details := '{}';
  IF p_amount NOT BETWEEN (v_limits ->> 'min')::bigint AND (v_limits ->> 'max')::bigint THEN
    refusal := 'KEY_INVALID';
    details := jsonb_build_object('minimum', v_limits -> 'min', 'maximum', v_limits -> 'max',
      'reason', CASE WHEN p_amount < (v_limits ->> 'min')::bigint THEN 'below-minimum' ELSE 'above-maximum' END);
    RETURN NEXT;
    RETURN;
  END IF;
  SELECT bank_code, bank_account_name, bank_account_no, turnover,
      bank_changed_at + (p_rules ->> 'holdMs')::bigint * interval '1 millisecond'
    INTO bank_code, account_name, account_no, v_turnover, v_until
    FROM members WHERE id = p_member FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no member %', p_member;
  END IF;
  SELECT max(due) - v_turnover INTO v_to_play
    FROM turnover_goals WHERE member_id = p_member AND purpose = 'withdrawal' AND met_at IS NULL;
  IF '' IN (coalesce(bank_code, ''), coalesce(account_name, ''), coalesce(account_no, '')) THEN
    refusal := 'NO_BANK';
  ELSIF v_until > p_now THEN
    refusal := 'WITHDRAW_HOLD';
    details := jsonb_build_object('until', to_char(v_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  ELSIF EXISTS (SELECT FROM user_bonuses
      WHERE member_id = p_member AND is_active AND v_turnover - turnover_at_start < turnover_required)
    OR EXISTS (SELECT FROM promotion_uses
      WHERE member_id = p_member AND is_active AND v_turnover - turnover_at_start < turnover_required) THEN
    refusal := 'BONUS_CONDITION';
  ELSIF v_to_play > 0 THEN
    refusal := 'BONUS_CONDITION';
    details := jsonb_build_object('toPlay', v_to_play);
  ELSIF (SELECT count(*) FROM withdrawals WHERE member_id = p_member AND status = 'pending')
    + (SELECT count(*) FROM provider_transfers WHERE member_id = p_member AND withdrawal IS NOT NULL)
    >= (p_rules ->> 'maxPending')::integer THEN
    refusal := 'REQUEST_LIMIT';
    details := jsonb_build_object('reason', 'too-many-pending');
  END IF;
  RETURN NEXT;
END $$;
--> statement-breakpoint
-- Takes the money (satang) out of the wallet, and reserves it for the bank. False if the wallet has less, and then nothing was done.
CREATE FUNCTION withdrawal_take(
  p_id uuid, p_member text, p_amount bigint, p_bank_code text, p_account_name text, p_account_no text, p_leased_until timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_outcome text := ledger_post('withdraw:' || p_id, 'withdraw',
    jsonb_build_array(jsonb_build_object('account', 'member:' || p_member || ':wallet', 'amount', -p_amount),
      jsonb_build_object('account', 'member:' || p_member || ':withdrawing', 'amount', p_amount)),
    NULL,
    jsonb_build_array(jsonb_build_object('memberId', p_member, 'type', 'withdraw', 'status', 'PENDING', 'reference', p_id,
      'from', 'WALLET', 'to', p_bank_code, 'amount', p_amount))) ->> 'outcome';
BEGIN
  IF v_outcome = 'short' THEN
    RETURN false;
  ELSIF v_outcome <> 'posted' THEN
    RAISE EXCEPTION 'withdrawal % was taken before', p_id;
  END IF;
  INSERT INTO withdrawals (id, member_id, amount, bank_code, bank_account_name, bank_account_no, leased_until)
    VALUES (p_id, p_member, p_amount, p_bank_code, p_account_name, p_account_no, p_leased_until);
  RETURN true;
END $$;
--> statement-breakpoint
-- A withdrawal, whole or not at all: takes the key and the member as operation_begin does, checks, takes the money, and keeps the
-- operation's answer. What was done under the key before, a key that is taken, and a refusal leave everything as it was.
CREATE FUNCTION withdraw_begin(
  p_owner text, p_key text, p_call text, p_body_hash text, p_id uuid, p_amount bigint, p_rules jsonb, p_reply text,
  p_leased_until timestamptz, p_now timestamptz
)
RETURNS TABLE (taken boolean, call text, body_hash text, status text, http_status integer, reply text, created_at timestamptz,
  refusal text, details jsonb, bank_code text, account_name text, account_no text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  SELECT b.taken, b.call, b.body_hash, b.status, b.http_status, b.reply, b.created_at
    INTO taken, call, body_hash, status, http_status, reply, created_at FROM operation_begin(p_owner, p_key) b;
  IF NOT taken OR call IS NOT NULL THEN
    RETURN NEXT;
    RETURN;
  END IF;
  SELECT c.refusal, c.details, c.bank_code, c.account_name, c.account_no
    INTO refusal, details, bank_code, account_name, account_no FROM withdrawal_check(p_owner, p_amount, p_rules, p_now) c;
  IF refusal IS NULL
    AND NOT withdrawal_take(p_id, p_owner, p_amount, bank_code, account_name, account_no, p_leased_until) THEN
    refusal := 'MONEY_NOT_ENOUGH';
  END IF;
  IF refusal IS NULL AND p_key IS NOT NULL THEN
    INSERT INTO acts (owner, key, call, body_hash, status, http_status, reply, created_at, finished_at)
      VALUES (p_owner, p_key, p_call, p_body_hash, 'done', 200, p_reply, p_now, p_now);
  END IF;
  RETURN NEXT;
END $$;
--> statement-breakpoint
-- As the functions before them: their plans must not read whole tables because those were short once.
ALTER FUNCTION withdrawal_check(text, bigint, jsonb, timestamptz) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION withdrawal_take(uuid, text, bigint, text, text, text, timestamptz) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION withdraw_begin(text, text, text, text, uuid, bigint, jsonb, text, timestamptz, timestamptz) SET enable_seqscan = off;
