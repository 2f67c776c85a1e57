-- Refuses to change or delete a row of the audit trail, which only grows: also for plain SQL.
CREATE OR REPLACE FUNCTION audit_refuse() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail only grows: % is refused', lower(tg_op) USING ERRCODE = 'AU000';
END $$;
