-- Posts balanced legs (satang) as one `act`, and returns what `ledger_perform` makes of them.
CREATE OR REPLACE FUNCTION ledger_post(p_act text, p_kind text, p_legs jsonb, p_memo text, p_statements jsonb) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  v_result jsonb;
BEGIN
  INSERT INTO ledger_requests (act, kind, legs, memo, statements)
    VALUES (p_act, p_kind, p_legs, p_memo, p_statements) RETURNING result INTO v_result;
  RETURN v_result;
END $$;
