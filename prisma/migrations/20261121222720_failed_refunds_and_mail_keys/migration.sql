-- AlterTable
ALTER TABLE "mail_outbox" ADD COLUMN     "key" TEXT;

-- AlterTable
ALTER TABLE "payment_refunds" ADD COLUMN     "resolved_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE UNIQUE INDEX "mail_outbox_key_key" ON "mail_outbox"("key");
