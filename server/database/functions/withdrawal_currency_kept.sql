-- Gives a withdrawal the currency of its account. The account may have been replaced since the withdrawal was asked for, where games had to pay
-- first.
CREATE OR REPLACE FUNCTION withdrawal_currency_kept() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  new.currency := coalesce(new.currency, payee_currency(new.member_id, new.bank_code, new.bank_account_no));
  RETURN new;
END $$;
