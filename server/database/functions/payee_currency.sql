-- The currency of the newest row of a member's bank account; null if nobody has said it.
CREATE OR REPLACE FUNCTION payee_currency(p_member text, p_bank text, p_account text) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT currency FROM member_bank_accounts
    WHERE member_id = p_member AND bank_code = p_bank AND account_no = p_account ORDER BY id DESC LIMIT 1
$$;
