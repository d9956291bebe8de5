-- CreateEnum
CREATE TYPE "purchase_status" AS ENUM ('begun', 'paid', 'not_granted', 'refunded', 'disputed');

-- CreateTable
CREATE TABLE "purchases" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "product" TEXT NOT NULL,
    "provider" "payment_provider" NOT NULL,
    "provider_payment_id" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'usd',
    "status" "purchase_status" NOT NULL DEFAULT 'begun',
    "payment_id" UUID,
    "purchased_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "purchases_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "purchases_payment_id_key" ON "purchases"("payment_id");

-- CreateIndex
CREATE INDEX "purchases_user_id_product_status_idx" ON "purchases"("user_id", "product", "status");

-- CreateIndex
CREATE UNIQUE INDEX "purchases_provider_provider_payment_id_key" ON "purchases"("provider", "provider_payment_id");

-- AddForeignKey
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A product that is bought once is owned once, and what is owned was paid.
CREATE UNIQUE INDEX "purchases_one_paid" ON "purchases" ("user_id", "product") WHERE "status" = 'paid';
ALTER TABLE "purchases"
  ADD CONSTRAINT "purchases_amount" CHECK ("amount_cents" > 0),
  ADD CONSTRAINT "purchases_paid" CHECK ("status" = 'begun' OR ("payment_id" IS NOT NULL AND "purchased_at" IS NOT NULL));
