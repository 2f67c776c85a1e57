ALTER TABLE "members" ALTER COLUMN "currency" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "member_bank_accounts" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "member_bank_accounts" ADD CONSTRAINT "member_bank_accounts_currency" CHECK ("member_bank_accounts"."currency" in ('BAHT', 'LAK'));--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_currency" CHECK ("withdrawals"."currency" in ('BAHT', 'LAK'));--> statement-breakpoint
-- A number that says its currency is right whatever was chosen. Accounts added beside others were never asked for one: outside Thailand
-- nobody knows it. The trigger as it was does not look at currencies.
UPDATE "members" SET "currency" = CASE substr("bank_account_no", 6, 2) WHEN '00' THEN 'LAK' WHEN '02' THEN 'BAHT' END
  WHERE "bank_code" = 'BCEL' AND "bank_account_no" ~ '^\d{5}0[012]\d{11}$';
--> statement-breakpoint
UPDATE "member_bank_accounts" a SET "currency" = CASE
    WHEN a."bank_code" = 'BCEL' AND a."account_no" ~ '^\d{5}0[012]\d{11}$'
      THEN CASE substr(a."account_no", 6, 2) WHEN '00' THEN 'LAK' WHEN '02' THEN 'BAHT' END
    WHEN m."bank_code" = a."bank_code" AND m."bank_account_no" = a."account_no" THEN m."currency"
    WHEN EXISTS (SELECT FROM "banks" b WHERE b."code" = a."bank_code" AND b."country" = 'TH')
      AND NOT EXISTS (SELECT FROM "banks" b WHERE b."code" = a."bank_code" AND b."country" = 'LA') THEN 'BAHT'
  END
  FROM "members" m WHERE m."id" = a."member_id";
--> statement-breakpoint
-- As before; another currency of the same account makes a new row of it, as another holder's name does.
CREATE OR REPLACE FUNCTION member_bank_account_kept() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
CREATE FUNCTION payee_currency(p_member text, p_bank text, p_account text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT currency FROM member_bank_accounts
    WHERE member_id = p_member AND bank_code = p_bank AND account_no = p_account ORDER BY id DESC LIMIT 1
$$;
--> statement-breakpoint
-- The account may have been replaced since the withdrawal was asked for, where games had to pay first.
CREATE FUNCTION withdrawal_currency_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.currency := coalesce(new.currency, payee_currency(new.member_id, new.bank_code, new.bank_account_no));
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER withdrawals_currency_kept BEFORE INSERT ON "withdrawals"
  FOR EACH ROW EXECUTE FUNCTION withdrawal_currency_kept();
--> statement-breakpoint
UPDATE "withdrawals" SET "currency" = payee_currency("member_id", "bank_code", "bank_account_no")
  WHERE "status" = 'pending' OR ("contradicted_at" IS NOT NULL AND "noted_at" IS NULL);
