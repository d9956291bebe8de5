-- DropIndex
DROP INDEX "prices_key_version_key";

-- CreateIndex
-- allowed: the table has a row for each version of a price
CREATE UNIQUE INDEX "prices_key_currency_version_key" ON "prices"("key", "currency", "version");

-- One price of a key is sold at a time in each currency, and one of an address.
DROP INDEX "prices_current";
DROP INDEX "prices_current_slug";
-- allowed: the table has a row for each version of a price
CREATE UNIQUE INDEX "prices_current" ON "prices" ("key", "currency") WHERE "replaced_at" IS NULL;
-- allowed: the table has a row for each version of a price
CREATE UNIQUE INDEX "prices_current_slug" ON "prices" (coalesce("slug", ''), "currency") WHERE "replaced_at" IS NULL;
-- What is free is free in every currency.
-- allowed: the table has a row for each version of a price
ALTER TABLE "prices" ADD CONSTRAINT "prices_currency" CHECK ("currency" = 'usd' OR "amount_cents" > 0);
