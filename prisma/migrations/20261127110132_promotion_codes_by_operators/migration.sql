-- CreateEnum
CREATE TYPE "promotion_audience" AS ENUM ('everyone', 'new_buyers', 'returning_buyers');

-- CreateEnum
CREATE TYPE "promotion_use_state" AS ENUM ('reserved', 'used', 'released');

-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "discount_cents" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "discount_code" TEXT;

-- AlterTable
ALTER TABLE "promotion_codes" ADD COLUMN     "amount_off_cents" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "audience" "promotion_audience" NOT NULL DEFAULT 'everyone',
ADD COLUMN     "expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "is_operators" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "max_uses" INTEGER,
ADD COLUMN     "max_uses_per_person" INTEGER,
ADD COLUMN     "months" INTEGER,
ADD COLUMN     "products" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "purpose" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "starts_at" TIMESTAMPTZ(3),
ALTER COLUMN "affiliate_id" DROP NOT NULL,
ALTER COLUMN "percent_off" SET DEFAULT 0;

-- CreateTable
CREATE TABLE "promotion_uses" (
    "id" UUID NOT NULL,
    "promotion_code_id" UUID,
    "code" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "product" TEXT NOT NULL,
    "state" "promotion_use_state" NOT NULL DEFAULT 'reserved',
    "begun_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "percent_off" INTEGER NOT NULL,
    "amount_off_cents" INTEGER NOT NULL,
    "months" INTEGER,
    "price_cents" INTEGER NOT NULL,
    "is_limited" BOOLEAN NOT NULL,
    "reserved_at" TIMESTAMPTZ(3) NOT NULL,
    "reserved_until" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "payment_id" UUID,
    "subscription_id" UUID,

    CONSTRAINT "promotion_uses_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "promotion_uses_payment_id_key" ON "promotion_uses"("payment_id");

-- CreateIndex
CREATE INDEX "promotion_uses_promotion_code_id_id_idx" ON "promotion_uses"("promotion_code_id", "id" DESC);

-- CreateIndex
CREATE INDEX "promotion_uses_user_id_idx" ON "promotion_uses"("user_id");

-- CreateIndex
CREATE INDEX "promotion_uses_subscription_id_idx" ON "promotion_uses"("subscription_id");

-- CreateIndex
CREATE INDEX "promotion_uses_state_reserved_until_idx" ON "promotion_uses"("state", "reserved_until");

-- AddForeignKey
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_promotion_code_id_fkey" FOREIGN KEY ("promotion_code_id") REFERENCES "promotion_codes"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- allowed: codes are few, and made by hand
-- A code of nobody's can only be the operator's. It takes off a part or an amount, never both, and nothing without end.
ALTER TABLE promotion_codes
  ADD CONSTRAINT promotion_codes_whose CHECK (is_operators OR affiliate_id IS NOT NULL),
  ADD CONSTRAINT promotion_codes_amount_off CHECK (amount_off_cents >= 0 AND (amount_off_cents = 0 OR percent_off = 0)),
  ADD CONSTRAINT promotion_codes_months CHECK (months BETWEEN 1 AND 36),
  ADD CONSTRAINT promotion_codes_limits CHECK (max_uses > 0 AND max_uses_per_person > 0),
  ADD CONSTRAINT promotion_codes_span CHECK (expires_at > starts_at);

-- Two presses at once reserve one use.
CREATE UNIQUE INDEX promotion_uses_one_reservation ON promotion_uses (promotion_code_id, user_id, product) WHERE state = 'reserved';
-- One use for each subscription.
CREATE UNIQUE INDEX promotion_uses_one_subscription ON promotion_uses (subscription_id) WHERE state = 'used';

ALTER TABLE promotion_uses
  ADD CONSTRAINT promotion_uses_used CHECK ((state = 'used') = (used_at IS NOT NULL));
