ALTER TABLE "withdrawals" DROP CONSTRAINT "withdrawals_status";--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "taken_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_status" CHECK ("withdrawals"."status" in ('pending', 'settled', 'refused', 'cancelled'));--> statement-breakpoint
-- Of those that wait now, nobody knows whether a bank has been asked: they cannot be cancelled.
UPDATE "withdrawals" SET "taken_at" = coalesce("handed_at", "created_at") WHERE "status" = 'pending';
--> statement-breakpoint
ALTER TABLE "push_messages" DROP CONSTRAINT "push_messages_event";--> statement-breakpoint
ALTER TABLE "member_bank_accounts" ADD COLUMN "held_from" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "member_bank_accounts_current" ON "member_bank_accounts" USING btree ("bank_code","account_no") WHERE "member_bank_accounts"."valid_until" is null;--> statement-breakpoint
ALTER TABLE "push_messages" ADD CONSTRAINT "push_messages_event" CHECK ("push_messages"."event" in ('deposit', 'deposit-over-limit', 'withdrawal-settled', 'withdrawal-refused', 'chat', 'device', 'bank-account'));--> statement-breakpoint
-- Keeps the usual account among the member's, whoever changes it, and in whatever way. Another one of his own that becomes the usual one
-- leaves all as they are; one that is not his replaces the one before. Another holder's name makes a new row of the same account,
-- which is held as before.
CREATE OR REPLACE FUNCTION member_bank_account_kept() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_at timestamptz := new.updated_at;
  v_own member_bank_accounts;
BEGIN
  IF tg_op = 'UPDATE' THEN
    IF (new.bank_code, new.bank_account_no, new.bank_account_name)
      IS NOT DISTINCT FROM (old.bank_code, old.bank_account_no, old.bank_account_name) THEN
      RETURN NULL;
    END IF;
    IF new.updated_at IS NOT DISTINCT FROM old.updated_at THEN v_at := now(); END IF;
    SELECT * INTO v_own FROM member_bank_accounts
      WHERE member_id = new.id AND valid_until IS NULL AND bank_code = new.bank_code AND account_no = new.bank_account_no;
    IF v_own.id IS NULL THEN
      UPDATE member_bank_accounts SET valid_until = v_at
        WHERE member_id = new.id AND valid_until IS NULL AND bank_code = old.bank_code AND account_no = old.bank_account_no;
    ELSIF v_own.account_name = coalesce(new.bank_account_name, '') THEN
      RETURN NULL;
    ELSE
      UPDATE member_bank_accounts SET valid_until = v_at WHERE id = v_own.id;
    END IF;
  END IF;
  IF new.bank_code IS NOT NULL AND new.bank_account_no IS NOT NULL THEN
    INSERT INTO member_bank_accounts (member_id, bank_code, account_no, account_name, valid_from, held_from)
      VALUES (new.id, new.bank_code, new.bank_account_no, coalesce(new.bank_account_name, ''), v_at, v_own.held_from);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- As before; with `account` in the rules to that account of the member's, by its id, and else to the usual one. An account that was added
-- beside others is held for itself.
CREATE OR REPLACE FUNCTION withdrawal_check(p_member text, p_amount bigint, p_rules jsonb, p_now timestamptz)
RETURNS TABLE (refusal text, details jsonb, bank_code text, account_name text, account_no text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_limits jsonb := coalesce((SELECT value FROM settings WHERE key = 'withdraw'), p_rules -> 'limits');
  v_hold interval := (p_rules ->> 'holdMs')::bigint * interval '1 millisecond';
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
  SELECT bank_code, bank_account_name, bank_account_no, turnover, bank_changed_at + v_hold
    INTO bank_code, account_name, account_no, v_turnover, v_until
    FROM members WHERE id = p_member FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no member %', p_member;
  END IF;
  IF p_rules ->> 'account' IS NOT NULL THEN
    SELECT a.bank_code, a.account_name, a.account_no INTO bank_code, account_name, account_no
      FROM member_bank_accounts a
      WHERE a.id = (p_rules ->> 'account')::bigint AND a.member_id = p_member AND a.valid_until IS NULL;
  END IF;
  v_until := greatest(v_until, (SELECT a.held_from + v_hold FROM member_bank_accounts a
    WHERE a.member_id = p_member AND a.valid_until IS NULL
      AND a.bank_code = withdrawal_check.bank_code AND a.account_no = withdrawal_check.account_no));
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
ALTER FUNCTION withdrawal_check(text, bigint, jsonb, timestamptz) SET enable_seqscan = off;
