DROP INDEX "otp_challenges_phone";--> statement-breakpoint
DROP INDEX "sms_messages_phone";--> statement-breakpoint
DROP INDEX "audit_events_member";--> statement-breakpoint
DROP INDEX "audit_events_kind";--> statement-breakpoint
DROP INDEX "bonus_receipts_user_bonus";--> statement-breakpoint
DROP INDEX "chat_rooms_newest";--> statement-breakpoint
DROP INDEX "incoming_transfers_member";--> statement-breakpoint
DROP INDEX "qr_codes_member";--> statement-breakpoint
DROP INDEX "slips_member";--> statement-breakpoint
DROP INDEX "true_links_member";--> statement-breakpoint
DROP INDEX "game_results_member";--> statement-breakpoint
DROP INDEX "ledger_entries_account";--> statement-breakpoint
DROP INDEX "members_invited_by";--> statement-breakpoint
DROP INDEX "invite_earnings_member";--> statement-breakpoint
DROP INDEX "refunds_member";--> statement-breakpoint
DROP INDEX "coin_movements_member";--> statement-breakpoint
DROP INDEX "coupons_member";--> statement-breakpoint
DROP INDEX "spins_member";--> statement-breakpoint
DROP INDEX "statements_member";--> statement-breakpoint
DROP INDEX "withdrawals_member";--> statement-breakpoint
CREATE INDEX "statements_member_type" ON "statements" USING btree ("member_id","type","id");--> statement-breakpoint
CREATE INDEX "otp_challenges_phone" ON "otp_challenges" USING btree ("phone","created_at");--> statement-breakpoint
CREATE INDEX "sms_messages_phone" ON "sms_messages" USING btree ("phone","id");--> statement-breakpoint
CREATE INDEX "audit_events_member" ON "audit_events" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "audit_events_kind" ON "audit_events" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "bonus_receipts_user_bonus" ON "bonus_receipts" USING btree ("user_bonus_id","id");--> statement-breakpoint
CREATE INDEX "chat_rooms_newest" ON "chat_rooms" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "incoming_transfers_member" ON "incoming_transfers" USING btree ("member_id","created_at");--> statement-breakpoint
CREATE INDEX "qr_codes_member" ON "qr_codes" USING btree ("member_id","created_at");--> statement-breakpoint
CREATE INDEX "slips_member" ON "slips" USING btree ("member_id","created_at","id");--> statement-breakpoint
CREATE INDEX "true_links_member" ON "true_links" USING btree ("member_id","created_at");--> statement-breakpoint
CREATE INDEX "game_results_member" ON "game_results" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_account" ON "ledger_entries" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "members_invited_by" ON "members" USING btree ("invited_by","created_at");--> statement-breakpoint
CREATE INDEX "invite_earnings_member" ON "invite_earnings" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "refunds_member" ON "refunds" USING btree ("member_id","upto_result_id");--> statement-breakpoint
CREATE INDEX "coin_movements_member" ON "coin_movements" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "coupons_member" ON "coupons" USING btree ("member_id","status","created_at");--> statement-breakpoint
CREATE INDEX "spins_member" ON "spins" USING btree ("member_id","created_at");--> statement-breakpoint
CREATE INDEX "statements_member" ON "statements" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "withdrawals_member" ON "withdrawals" USING btree ("member_id","created_at","id");