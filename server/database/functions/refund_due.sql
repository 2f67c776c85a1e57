-- What a member can have back: the refund that waits, else what was lost since the last one (satang), and the last result that it includes.
CREATE OR REPLACE FUNCTION refund_due(p_member text, OUT waiting bigint, OUT lost bigint, OUT upto bigint)
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
BEGIN
  SELECT amount INTO waiting FROM refunds WHERE member_id = p_member AND status = 'waiting';
  SELECT greatest(-coalesce(sum(amount), 0), 0), coalesce(max(id), 0) INTO lost, upto FROM game_results
    WHERE member_id = p_member AND id > coalesce(
      (SELECT upto_result_id FROM refunds WHERE member_id = p_member ORDER BY upto_result_id DESC LIMIT 1), 0);
END $$;
