DROP INDEX "chat_rooms_newest";--> statement-breakpoint
DROP INDEX "incoming_transfers_suspected";--> statement-breakpoint
DROP INDEX "coupons_member";--> statement-breakpoint
CREATE INDEX "sandbox_transfers_newest" ON "sandbox_transfers" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "true_links_status" ON "true_links" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "game_results_game" ON "game_results" USING btree ("game_code","id");--> statement-breakpoint
CREATE INDEX "spins_newest" ON "spins" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "chat_rooms_newest" ON "chat_rooms" USING btree ("last_at") WHERE "chat_rooms"."claimed_by" is null;--> statement-breakpoint
CREATE INDEX "incoming_transfers_suspected" ON "incoming_transfers" USING btree ("suspected_at","id") WHERE "incoming_transfers"."suspected_at" is not null and "incoming_transfers"."credited_at" is null;--> statement-breakpoint
CREATE INDEX "coupons_member" ON "coupons" USING btree ("member_id","status","created_at","id");