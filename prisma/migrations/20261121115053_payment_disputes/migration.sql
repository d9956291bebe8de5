-- CreateEnum
CREATE TYPE "dispute_outcome" AS ENUM ('won', 'lost');

-- AlterEnum
ALTER TYPE "payment_status" ADD VALUE 'charged_back';

-- AlterEnum
ALTER TYPE "purchase_status" ADD VALUE 'charged_back';

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "cancellation_mailed_at" TIMESTAMPTZ(3),
ADD COLUMN     "is_disputed" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "purchases" ADD COLUMN     "is_granted" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "payment_disputes" (
    "provider" "payment_provider" NOT NULL,
    "provider_dispute_id" TEXT NOT NULL,
    "payment_id" UUID NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "opened_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "outcome" "dispute_outcome",

    CONSTRAINT "payment_disputes_pkey" PRIMARY KEY ("provider","provider_dispute_id")
);

-- CreateIndex
CREATE INDEX "payment_disputes_payment_id_idx" ON "payment_disputes"("payment_id");

-- AddForeignKey
ALTER TABLE "payment_disputes" ADD CONSTRAINT "payment_disputes_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- An outcome has a time. What is paid was granted.
ALTER TABLE "payment_disputes"
  ADD CONSTRAINT "payment_disputes_closed" CHECK (("outcome" IS NULL) = ("closed_at" IS NULL)),
  ADD CONSTRAINT "payment_disputes_told" CHECK ("opened_at" IS NOT NULL OR "closed_at" IS NOT NULL),
  ADD CONSTRAINT "payment_disputes_amount" CHECK ("amount_cents" >= 0);

-- What is known of earlier disputes: that they were opened. Their cases are not known by name.
INSERT INTO "payment_disputes" ("provider", "provider_dispute_id", "payment_id", "amount_cents", "opened_at")
  SELECT "provider", "provider_payment_id", "id", "amount_cents", "paid_at"
  FROM "payments" WHERE "status" = 'disputed' AND "provider_payment_id" IS NOT NULL;
UPDATE "purchases" SET "is_granted" = true WHERE "status" IN ('paid', 'disputed');
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_granted" CHECK ("status" <> 'paid' OR "is_granted");
UPDATE "subscriptions" SET "is_disputed" = true WHERE 'disputed' =
  (SELECT "status" FROM "payments" WHERE "subscription_id" = "subscriptions"."id" ORDER BY "paid_at" DESC, "id" DESC LIMIT 1);

-- Who has canceled before is not told now.
UPDATE "subscriptions" SET "cancellation_mailed_at" = now() WHERE "cancel_at_period_end" OR "requested_change" = 'cancel';
