-- AlterTable
ALTER TABLE "payment_disputes" ADD COLUMN     "fee_cents" INTEGER,
ADD COLUMN     "fee_currency" TEXT;

-- AlterTable
ALTER TABLE "payment_refunds" ADD COLUMN     "fee_cents" INTEGER,
ADD COLUMN     "fee_currency" TEXT;

-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "fee_cents" INTEGER,
ADD COLUMN     "fee_currency" TEXT,
ADD COLUMN     "promotion_code" TEXT;

-- A fee has a currency.
ALTER TABLE "payments" ADD CONSTRAINT "payments_fee" CHECK (("fee_cents" IS NULL) = ("fee_currency" IS NULL));
ALTER TABLE "payment_refunds"
  ADD CONSTRAINT "payment_refunds_fee" CHECK (("fee_cents" IS NULL) = ("fee_currency" IS NULL));
ALTER TABLE "payment_disputes"
  ADD CONSTRAINT "payment_disputes_fee" CHECK (("fee_cents" IS NULL) = ("fee_currency" IS NULL));

-- What a discount made free was never paid, and may be given all the same.
ALTER TABLE "purchases" DROP CONSTRAINT "purchases_paid";
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_paid" CHECK (
  "status" = 'begun'
  OR ("purchased_at" IS NOT NULL AND ("payment_id" IS NOT NULL OR "status" IN ('paid', 'not_granted')))
);
