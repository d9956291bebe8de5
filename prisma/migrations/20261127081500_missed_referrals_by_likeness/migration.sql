-- migrate: without transaction
-- By this an affiliate's names find the misspellings of them, instead of being compared with all there are. Without fastupdate: entries
-- that wait to be sorted in make the planner take the index for dearer than reading all.
CREATE INDEX CONCURRENTLY "missed_referrals_typed_likeness" ON "missed_referrals" USING gin ("typed" gin_trgm_ops) WITH (fastupdate = off);
