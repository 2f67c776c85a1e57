ALTER TABLE "promotion_uses" ADD COLUMN "total_at_start" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_bonuses" ADD COLUMN "total_at_start" bigint DEFAULT 0 NOT NULL;