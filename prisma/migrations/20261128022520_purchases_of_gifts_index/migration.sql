-- migrate: without transaction
CREATE INDEX CONCURRENTLY "purchases_gift_id_idx" ON "purchases"("gift_id");
