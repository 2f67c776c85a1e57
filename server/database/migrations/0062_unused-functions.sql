-- What only releases before the last one call.
DROP FUNCTION transfer_begin(text, text, text, text, uuid, text, text, text, bigint, text, text, timestamp with time zone, timestamp with time zone);
--> statement-breakpoint
DROP FUNCTION withdraw_begin(text, text, text, text, uuid, bigint, jsonb, text, timestamp with time zone, timestamp with time zone);
