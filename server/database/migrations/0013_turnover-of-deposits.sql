CREATE TABLE "turnover_goals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "turnover_goals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"member_id" text NOT NULL,
	"purpose" text NOT NULL,
	"reference" text NOT NULL,
	"reward" bigint NOT NULL,
	"due" bigint NOT NULL,
	"met_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "turnover_goals_once" UNIQUE("purpose","reference"),
	CONSTRAINT "turnover_goals_reward" CHECK ("turnover_goals"."reward" >= 0 and "turnover_goals"."due" >= 0),
	CONSTRAINT "turnover_goals_purpose" CHECK ("turnover_goals"."purpose" in ('coins', 'invite', 'withdrawal'))
);
--> statement-breakpoint
ALTER TABLE "promotion_uses" ADD COLUMN "turnover_at_start" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_bonuses" ADD COLUMN "turnover_at_start" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "turnover" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "turnover_goals" ADD CONSTRAINT "turnover_goals_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "turnover_goals_waiting" ON "turnover_goals" USING btree ("member_id") WHERE "turnover_goals"."met_at" is null;--> statement-breakpoint
-- Everything ever staked is the member's turnover; a bonus that runs is as far as it was.
UPDATE "members" SET "turnover" = "r"."staked"
FROM (SELECT "member_id", sum(abs("amount")) AS "staked" FROM "game_results" GROUP BY 1) AS "r" WHERE "r"."member_id" = "members"."id";--> statement-breakpoint
UPDATE "user_bonuses" SET "turnover_at_start" = "m"."turnover" - "turnover_done" FROM "members" AS "m" WHERE "m"."id" = "user_bonuses"."member_id";--> statement-breakpoint
UPDATE "promotion_uses" SET "turnover_at_start" = "m"."turnover" - "turnover_done" FROM "members" AS "m" WHERE "m"."id" = "promotion_uses"."member_id";--> statement-breakpoint
-- Whoever earned by a first deposit earns by no later one.
INSERT INTO "turnover_goals" ("member_id", "purpose", "reference", "reward", "due", "met_at", "created_at")
SELECT "from_member_id", 'invite', "reference", "amount", 0, "created_at", "created_at" FROM "invite_earnings";--> statement-breakpoint
ALTER TABLE "promotion_uses" DROP COLUMN "turnover_done";--> statement-breakpoint
ALTER TABLE "user_bonuses" DROP COLUMN "turnover_done";