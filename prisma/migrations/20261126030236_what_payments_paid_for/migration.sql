-- CreateEnum
CREATE TYPE "dispute_scope" AS ENUM ('whole', 'part');

-- CreateEnum
CREATE TYPE "payment_kind" AS ENUM ('period', 'adjustment', 'one_time');

-- AlterEnum
ALTER TYPE "mail_status" ADD VALUE 'skipped';

-- AlterTable
ALTER TABLE "payment_disputes" ADD COLUMN     "bundled_with" TEXT,
ADD COLUMN     "scope" "dispute_scope",
ADD COLUMN     "told_cents" INTEGER,
ADD COLUMN     "told_currency" TEXT;

-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "kind" "payment_kind" NOT NULL DEFAULT 'period';

-- AlterTable
ALTER TABLE "reconciliation_runs" ADD COLUMN     "money_through_id" UUID;

-- CreateTable
CREATE TABLE "job_successes" (
    "kind" TEXT NOT NULL,
    "succeeded_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "job_successes_pkey" PRIMARY KEY ("kind")
);

-- CreateTable
CREATE TABLE "purchase_attempts" (
    "user_id" UUID NOT NULL,
    "product" TEXT NOT NULL,
    "way" TEXT NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "purchase_attempts_pkey" PRIMARY KEY ("user_id","product","way")
);

-- CreateIndex
CREATE INDEX "payment_disputes_provider_bundled_with_idx" ON "payment_disputes"("provider", "bundled_with");

-- AddForeignKey
ALTER TABLE "purchase_attempts" ADD CONSTRAINT "purchase_attempts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What was written before: products that are paid once have no subscription. A change of a subscription is a difference where
-- another payment, or months for nothing, cover the same period; where none do, it paid the period itself, as a change of interval does.
UPDATE "payments" SET "kind" = 'one_time' WHERE "subscription_id" IS NULL;
UPDATE "payments" p SET "kind" = 'adjustment'
WHERE p."subscription_id" IS NOT NULL AND p."billing_reason" NOT IN ('subscription_create', 'subscription_cycle')
  AND (p."period_end" IS NULL
    OR EXISTS (SELECT 1 FROM "payments" own WHERE own."subscription_id" = p."subscription_id" AND own."id" <> p."id"
      AND coalesce(own."billing_reason", 'subscription_cycle') IN ('subscription_create', 'subscription_cycle')
      AND own."period_end" BETWEEN p."period_end" - interval '1 hour' AND p."period_end" + interval '1 hour')
    OR EXISTS (SELECT 1 FROM "free_periods" f WHERE f."subscription_id" = p."subscription_id"
      AND f."ends_at" BETWEEN p."period_end" - interval '1 hour' AND p."period_end" + interval '1 hour'
      AND f."starts_at" < p."period_start"));
-- Payments of a period are ordered by when it starts.
UPDATE "payments" SET "period_start" = "paid_at" WHERE "kind" = 'period' AND "period_start" IS NULL;

-- Credit notes of a payment never come to more than its receipt, tax included, less what came back of them. Whoever issues one locks
-- the payment, so that of two at once the second sees the first.
CREATE FUNCTION "cap_credit_notes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  receipted RECORD;
  credited RECORD;
BEGIN
  PERFORM 1 FROM "payments" WHERE "id" = NEW."payment_id" FOR UPDATE;
  SELECT "total_cents", "tax_cents" INTO receipted FROM "receipts"
  WHERE "payment_id" = NEW."payment_id" AND "reason" IN ('payment', 'replacement') ORDER BY "issued_at" DESC, "id" DESC LIMIT 1;
  SELECT coalesce(sum(CASE WHEN "kind" = 'credit_note' THEN "total_cents" ELSE -"total_cents" END), 0) AS total,
         coalesce(sum(CASE WHEN "kind" = 'credit_note' THEN "tax_cents" ELSE -"tax_cents" END), 0) AS tax INTO credited FROM "receipts"
  WHERE "payment_id" = NEW."payment_id" AND ("kind" = 'credit_note' OR "reason" = 'returned');
  IF credited.total + NEW."total_cents" > coalesce(receipted."total_cents", 0) OR credited.tax + NEW."tax_cents" > coalesce(receipted."tax_cents", 0) THEN
    RAISE EXCEPTION 'credit notes of payment % would come to more than its receipt', NEW."payment_id";
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "credit_notes_are_capped" BEFORE INSERT ON "receipts"
  FOR EACH ROW WHEN (NEW."kind" = 'credit_note') EXECUTE FUNCTION "cap_credit_notes"();
