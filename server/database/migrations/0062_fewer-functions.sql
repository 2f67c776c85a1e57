-- Gives a member the bonus `code` and pays its reward. `since`: by type of bonus, from when receipts count towards `max_received`. `terms`: the
-- version of the terms that the member was shown; without it any are taken.
CREATE OR REPLACE FUNCTION bonus_activate(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_code text := p_given ->> 'code';
  v_bonus bonuses;
  v_active record;
  v_amount bigint;
  v_user_bonus uuid;
  v_receipt bigint;
BEGIN
  SELECT * INTO v_bonus FROM bonuses WHERE code = v_code AND enabled;
  IF NOT FOUND THEN
    RETURN jsonb_build_object('refusal', 'NO_DATA');
  END IF;
  SELECT * INTO v_active FROM reward_active(p_member);
  IF FOUND THEN
    RETURN jsonb_build_object('refusal', CASE v_active.code WHEN v_code THEN 'BONUS_ALREADY_ACTIVE' ELSE 'BONUS_REMAINING' END);
  END IF;
  IF (SELECT count(*) FROM user_bonuses u JOIN bonus_receipts r ON r.user_bonus_id = u.id
      WHERE u.member_id = p_member AND u.bonus_code = v_code
        AND r.updated_at >= (p_given -> 'since' ->> v_bonus.type)::timestamptz) >= v_bonus.max_received THEN
    RETURN jsonb_build_object('refusal', 'BONUS_MAX_CLAIMED');
  END IF;
  v_amount := reward_of(v_bonus.reward_amount, v_bonus.reward_percent, v_bonus.reward_max,
    coalesce((SELECT balance FROM ledger_accounts WHERE name = 'member:' || p_member || ':wallet'), 0));
  IF p_given ->> 'terms' <> v_bonus.terms_version THEN
    RETURN jsonb_build_object('refusal', 'BONUS_CONDITION', 'details', jsonb_build_object('reason', 'terms-changed'));
  -- A percentage of an empty wallet.
  ELSIF v_amount <= 0 THEN
    RETURN jsonb_build_object('refusal', 'BONUS_CONDITION', 'details', jsonb_build_object('reason', 'deposit-first'));
  END IF;
  INSERT INTO user_bonuses AS u (member_id, bonus_code, is_active, turnover_required, turnover_at_start, total_at_start, percent_fail,
      created_at, updated_at)
    SELECT p_member, v_code, true, v_amount * v_bonus.turnover_times, turnover, member_total(p_member) + v_amount, v_bonus.percent_fail,
      p_now, p_now FROM members WHERE id = p_member
    ON CONFLICT (member_id, bonus_code) DO UPDATE SET is_active = true, turnover_required = excluded.turnover_required,
      turnover_at_start = excluded.turnover_at_start, total_at_start = excluded.total_at_start,
      percent_fail = excluded.percent_fail, updated_at = p_now
    RETURNING u.id INTO v_user_bonus;
  INSERT INTO bonus_receipts (user_bonus_id, amount, updated_at) VALUES (v_user_bonus, v_amount, p_now) RETURNING id INTO v_receipt;
  PERFORM reward_pay(p_member, v_amount, 'bonus:' || v_receipt, 'bonus', NULL);
  RETURN '{}';
END $$;
--> statement-breakpoint
-- Pays the oldest coupon of a slice that is still good. Coupons of money come before those that a person hands over: one that waits for a person
-- must not hold back money of the same slice.
CREATE OR REPLACE FUNCTION coupon_claim(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_code text := p_given ->> 'coupon';
  v_coupon coupons;
  v_refusal text;
BEGIN
  SELECT * INTO v_coupon FROM coupons WHERE member_id = p_member AND status = 'claimable' AND slice_code = v_code
    ORDER BY expires_at <= p_now IS TRUE, amount = 0, created_at, id LIMIT 1;
  v_refusal := CASE
    WHEN NOT FOUND THEN CASE WHEN EXISTS (SELECT FROM spin_slices WHERE code = v_code)
      THEN 'NO_CLAIMABLE_COUPON' ELSE 'INVALID_PRIZE_CODE' END
    WHEN v_coupon.expires_at <= p_now THEN 'COUPON_EXPIRED'
    -- A prize that is not money is handed over by a person.
    WHEN v_coupon.amount = 0 THEN 'INVALID_COUPON_TYPE'
    WHEN EXISTS (SELECT FROM reward_active(p_member)) THEN 'BONUS_REMAINING'
  END;
  IF v_refusal IS NOT NULL THEN
    RETURN jsonb_build_object('refusal', v_refusal);
  END IF;
  UPDATE coupons SET status = 'claimed', claimed_at = p_now WHERE id = v_coupon.id;
  PERFORM reward_pay(p_member, v_coupon.amount, 'coupon:' || v_coupon.id, 'luckydraw', NULL);
  RETURN '{}';
END $$;
--> statement-breakpoint
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
--> statement-breakpoint
-- Pays everything that friends have earned for the member and that was not claimed yet. `amount`: what the caller has found to be due; another
-- amount is answered with `changed`.
CREATE OR REPLACE FUNCTION invite_claim(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_amount bigint;
  v_earned bigint[];
BEGIN
  IF EXISTS (SELECT FROM reward_active(p_member)) THEN
    RETURN jsonb_build_object('refusal', 'BONUS_REMAINING');
  END IF;
  -- Earnings are added without the member's lock: what comes from here on is claimed another time.
  SELECT coalesce(sum(amount), 0), array_agg(id) INTO v_amount, v_earned
    FROM invite_earnings WHERE member_id = p_member AND claimed_at IS NULL;
  IF v_amount <> (p_given ->> 'amount')::bigint THEN
    RETURN jsonb_build_object('changed', true, 'amount', v_amount);
  ELSIF v_amount = 0 THEN
    RETURN jsonb_build_object('refusal', CASE
      WHEN EXISTS (SELECT FROM invite_earnings WHERE member_id = p_member) THEN 'INVITE_COLLECT'
      WHEN EXISTS (SELECT FROM members WHERE invited_by = p_member) THEN 'NO_INVITEE_PLAY_INFO'
      ELSE 'NO_INVITE_BONUS' END);
  END IF;
  UPDATE invite_earnings SET claimed_at = p_now WHERE id = ANY (v_earned);
  PERFORM reward_pay(p_member, v_amount, 'invite:' || (p_given ->> 'operation'), 'invite', NULL);
  RETURN '{}';
END $$;
--> statement-breakpoint
-- A time as JSON has it, in UTC with milliseconds.
CREATE OR REPLACE FUNCTION iso_time(p_at timestamptz) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT to_char(p_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
--> statement-breakpoint
-- Raises PLAY_BREAK with its end while the member has a break.
CREATE OR REPLACE FUNCTION play_break_refuse(p_member text, p_at timestamptz) RETURNS void
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_break record;
BEGIN
  SELECT kind, ends_at INTO v_break FROM play_breaks WHERE member_id = p_member AND ends_at > p_at ORDER BY ends_at DESC LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '%', jsonb_build_object('code', 'PLAY_BREAK', 'details', jsonb_build_object('reason', v_break.kind,
      'until', iso_time(v_break.ends_at))) USING ERRCODE = 'PL001';
  END IF;
END $$;
--> statement-breakpoint
-- Whether an amount (satang) would pass one of the member's limits: null, or the details of the refusal: the longest period whose limit it passes,
-- when that ends, and what is left of all limits. `p_counted`: how much of the amount `play_used` has counted already.
CREATE OR REPLACE FUNCTION play_limit_refusal(p_member text, p_kind text, p_amount bigint, p_counted bigint, p_at timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_limit record;
  v_room bigint;
  v_least bigint;
  v_refusal jsonb;
BEGIN
  FOR v_limit IN SELECT period, amount FROM play_limits WHERE member_id = p_member AND kind = p_kind LOOP
    v_room := v_limit.amount - play_used(p_member, p_kind, v_limit.period, p_at) + p_counted;
    v_least := least(v_least, v_room);
    IF v_room < p_amount
      AND (v_refusal IS NULL OR play_period(v_limit.period, p_at, 1) > (v_refusal ->> 'until')::timestamptz) THEN
      v_refusal := jsonb_build_object('reason', 'limit-' || v_limit.period,
        'until', iso_time(play_period(v_limit.period, p_at, 1)));
    END IF;
  END LOOP;
  RETURN v_refusal || jsonb_build_object('maximum', greatest(v_least, 0));
END $$;
--> statement-breakpoint
-- Whether the member's time at play is used up: null, or the details of the refusal, of the limit that is in the way for longest.
CREATE OR REPLACE FUNCTION play_time_refusal(p_member text, p_at timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_limit record;
  v_refusal jsonb;
BEGIN
  FOR v_limit IN SELECT period, amount FROM play_limits WHERE member_id = p_member AND kind = 'time' LOOP
    IF play_seconds(p_member, v_limit.period, p_at) >= v_limit.amount * 60
      AND (v_refusal IS NULL OR play_period(v_limit.period, p_at, 1) > (v_refusal ->> 'until')::timestamptz) THEN
      v_refusal := jsonb_build_object('reason', 'time-used',
        'until', iso_time(play_period(v_limit.period, p_at, 1)));
    END IF;
  END LOOP;
  RETURN v_refusal;
END $$;
--> statement-breakpoint
-- Gives a member the promotion `code` and pays its reward. `terms`: the version of the terms that the member was shown; without it any are taken.
CREATE OR REPLACE FUNCTION promotion_activate(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_code text := p_given ->> 'code';
  v_promotion promotions;
  v_active record;
  v_amount bigint;
  v_use uuid;
BEGIN
  -- Locked, so that the last of its uses is given once.
  SELECT * INTO v_promotion FROM promotions WHERE code = v_code AND enabled AND (ends_at IS NULL OR ends_at > p_now) FOR UPDATE;
  IF NOT FOUND THEN
    RETURN jsonb_build_object('refusal', 'NO_PROMOTION');
  ELSIF EXISTS (SELECT FROM promotion_uses WHERE member_id = p_member AND promotion_code = v_code) THEN
    RETURN jsonb_build_object('refusal', 'PROMOTION_RECEIVED');
  END IF;
  SELECT * INTO v_active FROM reward_active(p_member);
  IF FOUND THEN
    RETURN jsonb_build_object('refusal', CASE v_active.kind WHEN 'promotion' THEN 'BONUS_ALREADY_ACTIVE' ELSE 'BONUS_REMAINING' END);
  ELSIF (SELECT count(*) FROM promotion_uses WHERE promotion_code = v_code) >= v_promotion.max_uses THEN
    RETURN jsonb_build_object('refusal', 'BONUS_FULL');
  END IF;
  v_amount := reward_of(v_promotion.reward_amount, v_promotion.reward_percent, v_promotion.reward_max,
    coalesce((SELECT balance FROM ledger_accounts WHERE name = 'member:' || p_member || ':wallet'), 0));
  IF p_given ->> 'terms' <> v_promotion.terms_version THEN
    RETURN jsonb_build_object('refusal', 'BONUS_CONDITION', 'details', jsonb_build_object('reason', 'terms-changed'));
  ELSIF v_amount <= 0 THEN
    RETURN jsonb_build_object('refusal', 'BONUS_CONDITION', 'details', jsonb_build_object('reason', 'deposit-first'));
  END IF;
  INSERT INTO promotion_uses (member_id, promotion_code, is_active, amount, turnover_required, turnover_at_start, total_at_start,
      percent_fail, created_at, updated_at)
    SELECT p_member, v_code, true, v_amount, v_amount * v_promotion.turnover_times, turnover, member_total(p_member) + v_amount,
      v_promotion.percent_fail, p_now, p_now FROM members WHERE id = p_member
    RETURNING id INTO v_use;
  PERFORM reward_pay(p_member, v_amount, 'promotion:' || v_use, 'promotion', NULL);
  RETURN '{}';
END $$;
--> statement-breakpoint
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
--> statement-breakpoint
-- Pays the refund that waits. `amount`: what the caller has found; another amount is answered with `changed`.
CREATE OR REPLACE FUNCTION refund_pay(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_refund refunds;
BEGIN
  IF EXISTS (SELECT FROM reward_active(p_member)) THEN
    RETURN jsonb_build_object('refusal', 'REFUND_CONDITION');
  END IF;
  SELECT * INTO v_refund FROM refunds WHERE member_id = p_member AND status = 'waiting';
  IF NOT FOUND THEN
    RETURN jsonb_build_object('refusal', 'NO_REFUND');
  ELSIF v_refund.amount <> (p_given ->> 'amount')::bigint THEN
    RETURN jsonb_build_object('changed', true, 'amount', v_refund.amount);
  END IF;
  UPDATE refunds SET status = 'paid', paid_at = p_now WHERE id = v_refund.id;
  PERFORM reward_pay(p_member, v_refund.amount, 'refund:' || v_refund.id, 'refund', v_refund.id::text);
  RETURN '{}';
END $$;
--> statement-breakpoint
-- Pays a reward (satang) into the wallet out of the house's account for its source, once per `p_act`. Promotions are paid out of that for bonuses.
CREATE OR REPLACE FUNCTION reward_pay(p_member text, p_amount bigint, p_act text, p_source text, p_reference text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_house text := 'house:' || CASE p_source WHEN 'promotion' THEN 'bonus' ELSE p_source END;
  v_outcome text := ledger_post(p_act, p_source,
    jsonb_build_array(jsonb_build_object('account', v_house, 'amount', -p_amount),
      jsonb_build_object('account', 'member:' || p_member || ':wallet', 'amount', p_amount)),
    NULL,
    jsonb_build_array(jsonb_build_object('memberId', p_member, 'type', 'bonus', 'amount', p_amount, 'to', 'WALLET', 'source', p_source,
      'reference', p_reference))) ->> 'outcome';
BEGIN
  IF v_outcome <> 'posted' THEN
    RAISE EXCEPTION '% was paid before', p_act;
  END IF;
END $$;
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
-- What keeps a member from withdrawing an amount (satang), with the details of the refusal; or the bank account that the money goes to. Takes the
-- member. `p_rules`: `limits` where no setting says them, `holdMs` after a change of the account, `maxPending`, and `account`, the id of one of the
-- member's accounts in place of the usual one. An account that was added beside others is held for itself.
CREATE OR REPLACE FUNCTION withdrawal_check(p_member text, p_amount bigint, p_rules jsonb, p_now timestamptz) RETURNS TABLE(
  refusal text, details jsonb, bank_code text, account_name text, account_no text
)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  v_limits jsonb := coalesce((SELECT value FROM settings WHERE key = 'withdraw'), p_rules -> 'limits');
  v_hold interval := (p_rules ->> 'holdMs')::bigint * interval '1 millisecond';
  v_turnover bigint;
  v_until timestamptz;
  v_to_play bigint;
BEGIN
  details := '{}';
  IF (p_amount BETWEEN (v_limits ->> 'min')::bigint AND (v_limits ->> 'max')::bigint) IS NOT TRUE THEN
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
    details := jsonb_build_object('until', iso_time(v_until));
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
DROP FUNCTION reward_credit(text, bigint, text, text, text);
--> statement-breakpoint
DROP FUNCTION reward_pay(text, bigint, text, text);
--> statement-breakpoint
DROP FUNCTION transfer_begin(text, text, text, text, uuid, text, text, text, bigint, text, text, timestamp with time zone, timestamp with time zone);
--> statement-breakpoint
DROP FUNCTION withdraw_begin(text, text, text, text, uuid, bigint, jsonb, text, timestamp with time zone, timestamp with time zone);
