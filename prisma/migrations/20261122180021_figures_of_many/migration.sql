-- The figures of all affiliates in a range are read from the indexes alone, of however many days and clicks there are.
CREATE INDEX "referral_click_days_all_idx" ON "referral_click_days" ("day") INCLUDE ("referrer_id", "clicks") WHERE "breakdown" = 'all';
CREATE INDEX "commission_days_day_idx" ON "commission_days" ("day") INCLUDE ("user_id", "sales", "earned_cents", "changed_cents");

-- The list of whom one affiliate referred, the newest first, and the few who are inactive, in the order they are shown.
DROP INDEX "users_referred_by_created_at_idx";
CREATE INDEX "users_referred_by_created_at_id_idx" ON "users" ("referred_by", "created_at" DESC, "id");
CREATE INDEX "users_inactive_idx" ON "users" ("role", "created_at" DESC, "id") WHERE "status" = 'inactive';
