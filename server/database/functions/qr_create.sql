-- Stores a QR code that its channel has made. Where one of the channel still waits to be paid, it must be the one that the caller knows (`waiting`),
-- and nothing is stored: one deposit must not be paid twice.
CREATE OR REPLACE FUNCTION qr_create(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_channel text := p_given ->> 'channel';
  v_code jsonb := p_given -> 'code';
  v_waiting uuid;
  v_details jsonb;
BEGIN
  IF NOT EXISTS (SELECT FROM deposit_accounts
      WHERE bank_code = v_channel AND bank_type = p_given ->> 'bankType' AND enabled) THEN
    RETURN jsonb_build_object('refusal', 'QR_FAIL');
  END IF;
  SELECT id INTO v_waiting FROM qr_codes
    WHERE member_id = p_member AND channel = v_channel AND status = 'waiting' AND expires_at > p_now;
  IF v_waiting IS DISTINCT FROM (p_given ->> 'waiting')::uuid THEN
    RETURN jsonb_build_object('changed', true);
  ELSIF v_waiting IS NOT NULL THEN
    RETURN '{}';
  END IF;
  v_details := deposit_refusal(p_member, (v_code ->> 'amount')::bigint, p_now);
  IF v_details IS NOT NULL THEN
    RETURN jsonb_build_object('refusal', 'DEPOSIT_LIMIT', 'details', v_details);
  END IF;
  UPDATE qr_codes SET status = 'expired' WHERE member_id = p_member AND channel = v_channel AND status = 'waiting';
  INSERT INTO qr_codes (id, member_id, channel, amount, reference, payload, expires_at, terms, created_at)
    VALUES ((v_code ->> 'id')::uuid, p_member, v_channel, (v_code ->> 'amount')::bigint, v_code ->> 'reference', v_code ->> 'payload',
      (v_code ->> 'expiresAt')::timestamptz, v_code -> 'terms', p_now);
  RETURN '{}';
END $$;
