-- CreateTable
CREATE TABLE "payment_refunds" (
    "provider" "payment_provider" NOT NULL,
    "provider_refund_id" TEXT NOT NULL,
    "payment_id" UUID NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_refunds_pkey" PRIMARY KEY ("provider","provider_refund_id")
);

-- CreateIndex
CREATE INDEX "payment_refunds_payment_id_idx" ON "payment_refunds"("payment_id");

-- AddForeignKey
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What is given back is never negative.
ALTER TABLE "payment_refunds"
  ADD CONSTRAINT "payment_refunds_amount" CHECK ("amount_cents" >= 0);
