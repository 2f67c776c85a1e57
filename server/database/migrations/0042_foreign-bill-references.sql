-- A bill reference that is none of our codes is no reference of ours: with it, a transfer was not compared with those that lack the bank's.
UPDATE "incoming_transfers" SET "own_reference" = NULL
WHERE "own_reference" LIKE 'qr:%' AND "bank_reference" IS NOT NULL
  AND NOT EXISTS (SELECT FROM "qr_codes" WHERE "qr_codes"."reference" = substr("own_reference", 4));
