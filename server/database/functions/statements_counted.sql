-- Counts the rows that a statement from outside the ledger writes or deletes, in its transaction: whoever sees the rows sees the count. A trigger
-- by statement, because one that writes many rows would otherwise change one count as often.
CREATE OR REPLACE FUNCTION statements_counted() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO statement_counts AS c (member_id, type, count)
    SELECT member_id, type, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END FROM changed
      GROUP BY member_id, type ORDER BY member_id, type
    ON CONFLICT (member_id, type) DO UPDATE SET count = c.count + excluded.count;
  RETURN NULL;
END $$;
