-- CreateEnum
CREATE TYPE "receipt_kind" AS ENUM ('receipt', 'credit_note');

-- CreateEnum
CREATE TYPE "receipt_reason" AS ENUM ('payment', 'replacement', 'refund', 'chargeback', 'returned');

-- CreateEnum
CREATE TYPE "refund_request_status" AS ENUM ('asked', 'accepted', 'settled', 'declined');

-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "has_receipt" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "receipts" (
    "id" UUID NOT NULL,
    "kind" "receipt_kind" NOT NULL,
    "year" INTEGER NOT NULL,
    "sequence" INTEGER NOT NULL,
    "number" TEXT NOT NULL,
    "reason" "receipt_reason" NOT NULL,
    "user_id" UUID NOT NULL,
    "payment_id" UUID NOT NULL,
    "refers_to_id" UUID,
    "seller" JSONB NOT NULL,
    "buyer" JSONB NOT NULL,
    "lines" JSONB NOT NULL,
    "net_cents" INTEGER NOT NULL,
    "tax_cents" INTEGER NOT NULL,
    "total_cents" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "provider" "payment_provider" NOT NULL,
    "paid_at" TIMESTAMPTZ(3) NOT NULL,
    "issued_at" TIMESTAMPTZ(3) NOT NULL,
    "mailed_at" TIMESTAMPTZ(3),

    CONSTRAINT "receipts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "receipt_counters" (
    "kind" "receipt_kind" NOT NULL,
    "year" INTEGER NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "receipt_counters_pkey" PRIMARY KEY ("kind","year")
);

-- CreateTable
CREATE TABLE "billing_details" (
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "address" TEXT NOT NULL DEFAULT '',
    "tax_id" TEXT NOT NULL DEFAULT '',
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "billing_details_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "refund_requests" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "payment_id" UUID NOT NULL,
    "status" "refund_request_status" NOT NULL,
    "is_guaranteed" BOOLEAN NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "answer" TEXT NOT NULL DEFAULT '',
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "answered_at" TIMESTAMPTZ(3),

    CONSTRAINT "refund_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "receipts_number_key" ON "receipts"("number");

-- CreateIndex
CREATE INDEX "receipts_payment_id_idx" ON "receipts"("payment_id");

-- CreateIndex
CREATE INDEX "receipts_user_id_idx" ON "receipts"("user_id");

-- CreateIndex
CREATE INDEX "receipts_refers_to_id_idx" ON "receipts"("refers_to_id");

-- CreateIndex
CREATE UNIQUE INDEX "receipts_kind_year_sequence_key" ON "receipts"("kind", "year", "sequence");

-- CreateIndex
CREATE UNIQUE INDEX "refund_requests_payment_id_key" ON "refund_requests"("payment_id");

-- CreateIndex
CREATE INDEX "refund_requests_user_id_idx" ON "refund_requests"("user_id");

-- CreateIndex
CREATE INDEX "refund_requests_status_requested_at_idx" ON "refund_requests"("status", "requested_at");

-- AddForeignKey
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_refers_to_id_fkey" FOREIGN KEY ("refers_to_id") REFERENCES "receipts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "billing_details" ADD CONSTRAINT "billing_details_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- One receipt a payment, one replacement a receipt; amounts that add up.
CREATE UNIQUE INDEX "receipts_one_a_payment" ON "receipts" ("payment_id") WHERE "reason" = 'payment';
CREATE UNIQUE INDEX "receipts_one_replacement" ON "receipts" ("refers_to_id") WHERE "reason" = 'replacement';
CREATE INDEX "receipts_to_mail" ON "receipts" ("issued_at") WHERE "mailed_at" IS NULL;
CREATE INDEX "payments_without_receipt" ON "payments" ("paid_at", "id") WHERE NOT "has_receipt";
ALTER TABLE "receipts"
  ADD CONSTRAINT "receipts_amounts" CHECK (
    "net_cents" >= 0 AND "tax_cents" >= 0 AND "total_cents" > 0 AND "net_cents" + "tax_cents" = "total_cents"
  ),
  ADD CONSTRAINT "receipts_reason" CHECK (("kind" = 'credit_note') = ("reason" IN ('refund', 'chargeback'))),
  ADD CONSTRAINT "receipts_refers" CHECK (("refers_to_id" IS NULL) = ("reason" = 'payment')),
  ADD CONSTRAINT "receipts_sequence" CHECK ("sequence" >= 1);
ALTER TABLE "refund_requests"
  ADD CONSTRAINT "refund_requests_words" CHECK (length("reason") <= 1000 AND length("answer") <= 1000);

-- What was issued stays as it is; that it was mailed is written down once.
CREATE FUNCTION "keep_receipts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD."mailed_at" IS NULL
    AND to_jsonb(NEW) - 'mailed_at' = to_jsonb(OLD) - 'mailed_at' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'receipt % was issued and is not changed', OLD."number";
END $$;
CREATE TRIGGER "receipts_are_kept" BEFORE UPDATE OR DELETE ON "receipts"
  FOR EACH ROW EXECUTE FUNCTION "keep_receipts"();

-- Numbers go up by one, and never back.
CREATE FUNCTION "count_receipts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW."last" = OLD."last" + 1 AND NEW."kind" = OLD."kind" AND NEW."year" = OLD."year" THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'receipts are numbered without a gap';
END $$;
CREATE TRIGGER "receipt_counters_count" BEFORE UPDATE OR DELETE ON "receipt_counters"
  FOR EACH ROW EXECUTE FUNCTION "count_receipts"();
