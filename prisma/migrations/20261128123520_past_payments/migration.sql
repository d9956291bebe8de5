-- AlterTable
ALTER TABLE "foreign_subscriptions" ADD COLUMN     "history_problem" TEXT,
ADD COLUMN     "history_read_at" TIMESTAMPTZ(3),
ADD COLUMN     "history_requested_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "past_payments" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "product" TEXT NOT NULL,
    "provider" "payment_provider" NOT NULL,
    "provider_invoice_id" TEXT NOT NULL,
    "provider_payment_id" TEXT,
    "amount_cents" INTEGER NOT NULL,
    "tax_cents" INTEGER NOT NULL DEFAULT 0,
    "amount_refunded_cents" INTEGER NOT NULL DEFAULT 0,
    "currency" TEXT NOT NULL,
    "status" "payment_status" NOT NULL,
    "months" INTEGER NOT NULL,
    "receipt_number" TEXT,
    "receipt_url" TEXT,
    "paid_at" TIMESTAMPTZ(3) NOT NULL,
    "imported_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "past_payments_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "past_payments_user_id_paid_at_idx" ON "past_payments"("user_id", "paid_at" DESC);

-- CreateIndex
CREATE INDEX "past_payments_provider_provider_payment_id_idx" ON "past_payments"("provider", "provider_payment_id");

-- CreateIndex
CREATE INDEX "past_payments_subscription_id_idx" ON "past_payments"("subscription_id");

-- CreateIndex
CREATE UNIQUE INDEX "past_payments_provider_provider_invoice_id_key" ON "past_payments"("provider", "provider_invoice_id");

-- AddForeignKey
ALTER TABLE "past_payments" ADD CONSTRAINT "past_payments_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "past_payments" ADD CONSTRAINT "past_payments_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE past_payments ADD CONSTRAINT past_payments_amounts CHECK (
  amount_cents > 0 AND tax_cents BETWEEN 0 AND amount_cents AND amount_refunded_cents BETWEEN 0 AND amount_cents AND months >= 0);
