-- Refuses to write into the books except from inside `ledger_perform`: also for plain SQL.
CREATE OR REPLACE FUNCTION ledger_refuse_by_hand() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'money moves by ledger_post alone: % of % is refused', lower(tg_op), tg_table_name
    USING ERRCODE = 'LG000';
END $$;
