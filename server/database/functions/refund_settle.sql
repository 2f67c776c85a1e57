-- Turns losses into a refund that waits, or finds the one that does. `share`: hundredths of a percent. `amount`: what the caller has found; another
-- amount is answered with `changed`. A refund below `minimum` (satang) is refused with that minimum.
CREATE OR REPLACE FUNCTION refund_settle(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET enable_seqscan = off AS $$
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
    RETURN jsonb_build_object('refusal', 'REFUND_MINIMUM',
      'details', jsonb_build_object('reason', 'below-minimum', 'minimum', (p_given ->> 'minimum')::bigint));
  ELSIF v_amount <> (p_given ->> 'amount')::bigint THEN
    RETURN jsonb_build_object('changed', true, 'amount', v_amount);
  ELSIF v_due.waiting IS NULL THEN
    INSERT INTO refunds (member_id, amount, upto_result_id, created_at) VALUES (p_member, v_amount, v_due.upto, p_now);
  END IF;
  RETURN '{}';
END $$;
