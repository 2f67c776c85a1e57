DROP INDEX "statements_member";--> statement-breakpoint
DROP INDEX "statements_member_type";--> statement-breakpoint
ALTER TABLE "statements" ALTER COLUMN "created_at" SET DEFAULT clock_timestamp();--> statement-breakpoint
CREATE INDEX "statements_member" ON "statements" USING btree ("member_id","created_at","id");--> statement-breakpoint
CREATE INDEX "statements_member_type" ON "statements" USING btree ("member_id","type","created_at","id");