-- One change of each price at a time in each currency.
DROP INDEX "price_moves_one_running";
-- allowed: the table has a row for each change of a price
CREATE UNIQUE INDEX "price_moves_one_running" ON "price_moves" ("price_key", "currency") WHERE "stopped_at" IS NULL AND "finished_at" IS NULL;
