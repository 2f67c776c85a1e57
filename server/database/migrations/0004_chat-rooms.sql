CREATE TABLE "chat_rooms" (
	"room" text PRIMARY KEY NOT NULL,
	"last_seq" bigint DEFAULT 0 NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"session_id" text,
	"customer" text,
	"customer_read_seq" bigint DEFAULT 0 NOT NULL,
	"agent_read_seq" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "seq" bigint;--> statement-breakpoint
UPDATE "chat_messages" SET "seq" = "numbered"."seq"
FROM (SELECT "id", row_number() OVER (PARTITION BY "room" ORDER BY "id") AS "seq" FROM "chat_messages") AS "numbered"
WHERE "chat_messages"."id" = "numbered"."id";--> statement-breakpoint
ALTER TABLE "chat_messages" ALTER COLUMN "seq" SET NOT NULL;--> statement-breakpoint
INSERT INTO "chat_rooms" ("room", "last_seq", "last_at", "session_id", "customer", "customer_read_seq", "agent_read_seq")
SELECT "m"."room", max("m"."seq"), max("m"."created_at"), (array_agg("m"."session_id" ORDER BY "m"."seq" DESC))[1], max("m"."username"),
	coalesce(max("m"."seq") FILTER (WHERE "m"."id" <= "c"."last_read_id"), 0), coalesce(max("m"."seq") FILTER (WHERE "m"."id" <= "a"."last_read_id"), 0)
FROM "chat_messages" AS "m"
LEFT JOIN "chat_reads" AS "c" ON "c"."room" = "m"."room" AND "c"."reader" = 'customer'
LEFT JOIN "chat_reads" AS "a" ON "a"."room" = "m"."room" AND "a"."reader" = 'agent'
GROUP BY "m"."room";--> statement-breakpoint
DROP TABLE "chat_reads" CASCADE;--> statement-breakpoint
DROP INDEX "chat_messages_room";--> statement-breakpoint
CREATE INDEX "chat_rooms_newest" ON "chat_rooms" USING btree ("last_at" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_numbered" UNIQUE("room","seq");
