-- Refuses a row of the statement that names a posting which is not there. The ledger's own rows need no look: it has just made the posting, and none
-- is ever deleted.
CREATE OR REPLACE FUNCTION statement_posting_holds() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger_postings WHERE id = new.posting_id) THEN
    RAISE EXCEPTION 'there is no posting %', new.posting_id USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN new;
END $$;
