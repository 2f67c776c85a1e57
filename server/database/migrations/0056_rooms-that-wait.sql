DROP INDEX "chat_rooms_newest";--> statement-breakpoint
ALTER TABLE "chat_rooms" ADD COLUMN "waits_since" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "chat_rooms" r SET "waits_since" = (
    SELECT min(m."created_at") FROM "chat_messages" m
    WHERE m."room" = r."room" AND m."sender" = 'customer' AND m."seq" > r."agent_read_seq"
  ) WHERE r."claimed_by" IS NULL AND r."last_seq" > r."agent_read_seq";--> statement-breakpoint
CREATE INDEX "chat_rooms_waiting" ON "chat_rooms" USING btree ("waits_since","room") WHERE "chat_rooms"."waits_since" is not null;--> statement-breakpoint
CREATE INDEX "chat_rooms_newest" ON "chat_rooms" USING btree ("last_at") WHERE "chat_rooms"."claimed_by" is null and "chat_rooms"."waits_since" is null;
