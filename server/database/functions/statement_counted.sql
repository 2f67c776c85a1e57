-- Counts one row that the ledger writes. A trigger by row, because the ledger mostly writes one: a table of what one statement has written costs
-- more than that row.
CREATE OR REPLACE FUNCTION statement_counted() RETURNS trigger
LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  UPDATE statement_counts SET count = count + 1 WHERE member_id = new.member_id AND type = new.type;
  IF NOT FOUND THEN
    INSERT INTO statement_counts AS c (member_id, type, count) VALUES (new.member_id, new.type, 1)
      ON CONFLICT (member_id, type) DO UPDATE SET count = c.count + 1;
  END IF;
  RETURN NULL;
END $$;
