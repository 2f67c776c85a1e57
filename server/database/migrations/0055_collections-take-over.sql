-- A member's phones each follow the collection that they began: one collection begun on another phone must not end that.
ALTER TABLE "collections" DROP CONSTRAINT "collections_pkey";--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "number" bigint PRIMARY KEY NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "collections_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
CREATE INDEX "collections_member" ON "collections" USING btree ("member_id","number");
--> statement-breakpoint
-- As before; what the member's last collection has on its way stays in this one, which is now the last. Of those before it, the ones of
-- a day are kept, which other phones may still follow.
CREATE OR REPLACE FUNCTION collection_begin(p_member text, p_given jsonb, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_told jsonb := transfers_reserve(p_member, p_given, p_now);
  v_moving jsonb;
BEGIN
  IF v_told = '{}' AND p_given -> 'transfers' <> '[]' THEN
    SELECT coalesce(jsonb_agg(earlier.reference), '[]') INTO v_moving
      FROM (SELECT "references" FROM collections WHERE member_id = p_member ORDER BY number DESC LIMIT 1) last_one,
        jsonb_array_elements_text(last_one."references") AS earlier(reference)
      WHERE EXISTS (SELECT FROM statements s
        WHERE s.reference = earlier.reference AND s.member_id = p_member AND s.status = 'PENDING');
    DELETE FROM collections WHERE member_id = p_member AND created_at < least(p_now, now()) - interval '1 day';
    INSERT INTO collections (member_id, id, "references", created_at)
      SELECT p_member, (p_given ->> 'collection')::uuid, v_moving || jsonb_agg(transfer -> 'id'), p_now
        FROM jsonb_array_elements(p_given -> 'transfers') transfer;
  END IF;
  RETURN v_told;
END $$;
--> statement-breakpoint
ALTER FUNCTION collection_begin(text, jsonb, timestamptz) SET enable_seqscan = off;
