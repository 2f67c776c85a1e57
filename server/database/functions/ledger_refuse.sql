-- Refuses to change or delete what the books have: also for plain SQL.
CREATE OR REPLACE FUNCTION ledger_refuse() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the books only grow: % of % is refused', lower(tg_op), tg_table_name USING ERRCODE = 'LG000';
END $$;
