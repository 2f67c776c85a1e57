-- Keeps the usual bank account among the member's accounts, whoever changes it and however. Where another of the member's own accounts becomes the
-- usual one, all stay as they are; an account that is new to the member replaces the one before. Another holder's name or currency makes a new row
-- of the same account, which keeps the time that its hold counts from.
CREATE OR REPLACE FUNCTION member_bank_account_kept() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  v_at timestamptz := new.updated_at;
  v_own member_bank_accounts;
BEGIN
  IF tg_op = 'UPDATE' THEN
    IF (new.bank_code, new.bank_account_no, new.bank_account_name, new.currency)
      IS NOT DISTINCT FROM (old.bank_code, old.bank_account_no, old.bank_account_name, old.currency) THEN
      RETURN NULL;
    END IF;
    IF new.updated_at IS NOT DISTINCT FROM old.updated_at THEN v_at := now(); END IF;
    SELECT * INTO v_own FROM member_bank_accounts
      WHERE member_id = new.id AND valid_until IS NULL AND bank_code = new.bank_code AND account_no = new.bank_account_no;
    IF v_own.id IS NULL THEN
      UPDATE member_bank_accounts SET valid_until = v_at
        WHERE member_id = new.id AND valid_until IS NULL AND bank_code = old.bank_code AND account_no = old.bank_account_no;
    ELSIF v_own.account_name = coalesce(new.bank_account_name, '') AND v_own.currency IS NOT DISTINCT FROM new.currency THEN
      RETURN NULL;
    ELSE
      UPDATE member_bank_accounts SET valid_until = v_at WHERE id = v_own.id;
    END IF;
  END IF;
  IF new.bank_code IS NOT NULL AND new.bank_account_no IS NOT NULL THEN
    INSERT INTO member_bank_accounts (member_id, bank_code, account_no, account_name, currency, valid_from, held_from)
      VALUES (new.id, new.bank_code, new.bank_account_no, coalesce(new.bank_account_name, ''), new.currency, v_at, v_own.held_from);
  END IF;
  RETURN NULL;
END $$;
