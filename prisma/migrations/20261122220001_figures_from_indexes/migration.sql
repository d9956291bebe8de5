-- What a month came to is read from the indexes alone, of however many commissions and payments there are.
DROP INDEX "commissions_created_at_idx";
CREATE INDEX "commissions_created_at_idx" ON "commissions" ("created_at") INCLUDE ("kind", "commission");
DROP INDEX "payments_paid_at_idx";
CREATE INDEX "payments_paid_at_idx" ON "payments" ("paid_at")
  INCLUDE ("product", "currency", "status", "amount_cents", "tax_cents", "amount_refunded_cents");
