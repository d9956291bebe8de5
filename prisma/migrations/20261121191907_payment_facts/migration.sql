-- CreateEnum
CREATE TYPE "refund_status" AS ENUM ('pending', 'succeeded', 'failed', 'canceled');

-- AlterEnum
ALTER TYPE "payment_status" ADD VALUE 'partially_charged_back';

-- AlterEnum
ALTER TYPE "purchase_status" ADD VALUE 'held';

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "current_period_start" TIMESTAMPTZ(3),
ADD COLUMN     "held_reason" TEXT,
ADD COLUMN     "is_refunded" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "offered_cents" INTEGER,
ADD COLUMN     "offered_currency" TEXT,
ADD COLUMN     "offered_interval" TEXT,
ADD COLUMN     "price_id" TEXT,
ADD COLUMN     "started_at" TIMESTAMPTZ(3),
ADD COLUMN     "trial_end" TIMESTAMPTZ(3),
ADD COLUMN     "undone_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "billing_reason" TEXT,
ADD COLUMN     "charged_back_cents" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "period_end" TIMESTAMPTZ(3),
ADD COLUMN     "period_start" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "purchases" ADD COLUMN     "held_reason" TEXT;

-- AlterTable
ALTER TABLE "payment_refunds" ADD COLUMN     "status" "refund_status" NOT NULL DEFAULT 'succeeded';

-- AlterTable
ALTER TABLE "payment_disputes" ADD COLUMN     "took_money" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "webhook_events" ADD COLUMN     "note" TEXT,
ADD COLUMN     "outcome" TEXT;

ALTER TABLE "payments"
  ADD CONSTRAINT "payments_charged_back" CHECK ("charged_back_cents" BETWEEN 0 AND "amount_cents");

-- What is held has a reason. (The new value cannot be named as such before this migration is committed.)
ALTER TABLE "purchases"
  ADD CONSTRAINT "purchases_held" CHECK ("status"::text <> 'held' OR ("held_reason" IS NOT NULL AND NOT "is_granted"));

-- Refunds that were known by their sum alone become a row each, so that the sum can be derived from rows.
INSERT INTO "payment_refunds" ("provider", "provider_refund_id", "payment_id", "amount_cents", "created_at")
  SELECT "provider", 'sum-of-' || "id", "id", "amount_refunded_cents", "created_at"
  FROM "payments" WHERE "amount_refunded_cents" > 0
  AND NOT EXISTS (SELECT 1 FROM "payment_refunds" r WHERE r."payment_id" = "payments"."id");

UPDATE "payments" SET "charged_back_cents" = "amount_cents" WHERE "status" = 'charged_back';
UPDATE "subscriptions" SET "started_at" = "subscribed_at" WHERE "subscribed_at" IS NOT NULL;
UPDATE "subscriptions" SET "undone_at" = "canceled_at"
  WHERE "provider" = 'paypal' AND "status" = 'canceled' AND "subscribed_at" IS NULL;
