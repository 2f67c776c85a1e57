-- As reward_pay, with the house account and the reference that these rewards have.
CREATE FUNCTION reward_credit(p_member text, p_amount bigint, p_act text, p_kind text, p_reference text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_row jsonb := jsonb_build_object('memberId', p_member, 'type', 'bonus', 'amount', p_amount, 'to', 'WALLET', 'source', p_kind,
    'reference', p_reference);
  v_outcome text := ledger_post(p_act, p_kind,
    jsonb_build_array(jsonb_build_object('account', 'house:' || p_kind, 'amount', -p_amount),
      jsonb_build_object('account', 'member:' || p_member || ':wallet', 'amount', p_amount)),
    NULL, jsonb_build_array(jsonb_strip_nulls(v_row))) ->> 'outcome';
BEGIN
  IF v_outcome <> 'posted' THEN
    RAISE EXCEPTION '% was paid before', p_act;
  END IF;
END $$;
--> statement-breakpoint
-- Pays everything that friends have earned and that was not claimed yet: `amount` of it was known before.
CREATE FUNCTION invite_claim(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
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
  PERFORM reward_credit(p_member, v_amount, 'invite:' || (p_given ->> 'operation'), 'invite', NULL);
  RETURN '{}';
END $$;
--> statement-breakpoint
-- What a member can have back: the refund that waits, else what was lost since the last one (satang), and the last result it includes.
CREATE FUNCTION refund_due(p_member text, OUT waiting bigint, OUT lost bigint, OUT upto bigint) LANGUAGE plpgsql STABLE AS $$
BEGIN
  SELECT amount INTO waiting FROM refunds WHERE member_id = p_member AND status = 'waiting';
  SELECT greatest(-coalesce(sum(amount), 0), 0), coalesce(max(id), 0) INTO lost, upto FROM game_results
    WHERE member_id = p_member AND id > coalesce(
      (SELECT upto_result_id FROM refunds WHERE member_id = p_member ORDER BY upto_result_id DESC LIMIT 1), 0);
END $$;
--> statement-breakpoint
-- Turns losses into a refund that waits, or finds the one that does. `share`: hundredths of a percent; `amount` was known before.
CREATE FUNCTION refund_settle(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_due record;
  v_amount bigint;
BEGIN
  IF EXISTS (SELECT FROM reward_active(p_member)) THEN
    RETURN jsonb_build_object('refusal', 'REFUND_CONDITION');
  END IF;
  SELECT * INTO v_due FROM refund_due(p_member);
  v_amount := coalesce(v_due.waiting, div(v_due.lost::numeric * (p_given ->> 'share')::bigint, 10000)::bigint);
  IF v_amount <= 0 THEN
    RETURN jsonb_build_object('refusal', 'NO_REFUND');
  ELSIF v_due.waiting IS NULL AND v_amount < (p_given ->> 'minimum')::bigint THEN
    RETURN jsonb_build_object('refusal', 'REFUND_MINIMUM');
  ELSIF v_amount <> (p_given ->> 'amount')::bigint THEN
    RETURN jsonb_build_object('changed', true, 'amount', v_amount);
  ELSIF v_due.waiting IS NULL THEN
    INSERT INTO refunds (member_id, amount, upto_result_id, created_at) VALUES (p_member, v_amount, v_due.upto, p_now);
  END IF;
  RETURN '{}';
END $$;
--> statement-breakpoint
-- Pays the refund that waits: `amount` of it was known before.
CREATE FUNCTION refund_pay(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
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
  PERFORM reward_credit(p_member, v_refund.amount, 'refund:' || v_refund.id, 'refund', v_refund.id::text);
  RETURN '{}';
END $$;
--> statement-breakpoint
-- Keeps a gift link to be opened, and its row in the statement. How much is in it shows when it is opened: it is refused where there is
-- no room at all.
CREATE FUNCTION gift_take(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_details jsonb;
BEGIN
  IF NOT EXISTS (SELECT FROM deposit_accounts WHERE bank_type = 'WALLET' AND account_name = p_given ->> 'account' AND enabled) THEN
    RETURN jsonb_build_object('refusal', 'TRUELINK_INVALID');
  END IF;
  v_details := deposit_refusal(p_member, 1, p_now);
  IF v_details IS NOT NULL THEN
    RETURN jsonb_build_object('refusal', 'DEPOSIT_LIMIT', 'details', v_details);
  END IF;
  INSERT INTO true_links (code_hash, member_id, wallet_account_name, created_at)
    VALUES (p_given ->> 'code', p_member, p_given ->> 'account', p_now) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN jsonb_build_object('refusal', 'TRUELINK_DUPLICATE');
  END IF;
  INSERT INTO statements (member_id, type, "from", "to", amount, status, reference)
    VALUES (p_member, 'deposit', p_given ->> 'from', 'WALLET', 0, 'PENDING', p_given ->> 'reference');
  RETURN '{}';
END $$;
--> statement-breakpoint
-- As the functions of money: their plans must not read whole tables because those were short once.
ALTER FUNCTION invite_claim(text, jsonb, timestamptz) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION refund_due(text) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION refund_settle(text, jsonb, timestamptz) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION refund_pay(text, jsonb, timestamptz) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION gift_take(text, jsonb, timestamptz) SET enable_seqscan = off;
