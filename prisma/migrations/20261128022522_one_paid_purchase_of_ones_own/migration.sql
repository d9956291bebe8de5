-- migrate: without transaction
-- Somebody may pay for the same gift again and again, each for somebody else.
CREATE UNIQUE INDEX CONCURRENTLY "purchases_one_paid_of_own" ON "purchases" ("user_id", "product") WHERE "status" = 'paid' AND "gift_id" IS NULL;
