-- migrate: without transaction
-- A gift is paid once.
CREATE UNIQUE INDEX CONCURRENTLY "purchases_one_paid_gift" ON "purchases" ("gift_id") WHERE "status" = 'paid';
