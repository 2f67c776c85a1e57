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
