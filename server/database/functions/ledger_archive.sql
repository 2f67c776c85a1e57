-- Takes the entries of old postings out of the books once a file has them: their sums are carried forward by account. Postings of this month and
-- the one before stay. Runs before the insert of a row that names the file, its last posting, its number of rows and its hash.
CREATE OR REPLACE FUNCTION ledger_archive() RETURNS trigger
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_after bigint;
  v_count integer;
  v_sum bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('ledger_archive'));
  SELECT coalesce(max(last_id), 0) INTO v_after FROM archive_files WHERE kind = 'entries';
  IF new.last_id <= v_after OR new.last_id IS NULL THEN
    RAISE EXCEPTION 'posting % was archived before', new.last_id USING ERRCODE = 'LG000';
  ELSIF EXISTS (SELECT FROM ledger_postings WHERE id > v_after AND id <= new.last_id
      AND created_at >= date_trunc('month', now()) - interval '1 month') OR new.last_id > (SELECT max(id) FROM ledger_postings) THEN
    RAISE EXCEPTION 'the books of this month and the one before stay' USING ERRCODE = 'LG000';
  END IF;
  WITH gone AS (
    DELETE FROM ledger_entries WHERE posting_id > v_after AND posting_id <= new.last_id RETURNING account_id, amount
  ), carried AS (
    INSERT INTO ledger_carried AS c (account_id, amount)
      SELECT account_id, sum(amount) FROM gone GROUP BY account_id
      ON CONFLICT (account_id) DO UPDATE SET amount = c.amount + excluded.amount
  )
  SELECT count(*), coalesce(sum(amount), 0) INTO v_count, v_sum FROM gone;
  IF v_count IS DISTINCT FROM new.rows OR v_sum <> 0 THEN
    RAISE EXCEPTION 'the file % has % entries, the books have % that sum to %', new.name, new.rows, v_count, v_sum
      USING ERRCODE = 'LG001';
  END IF;
  INSERT INTO archive_files (name, kind, last_id, rows, sha256) VALUES (new.name, 'entries', new.last_id, new.rows, new.sha256);
  RETURN new;
END $$;
