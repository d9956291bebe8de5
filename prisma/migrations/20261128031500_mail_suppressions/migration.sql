-- CreateEnum
CREATE TYPE "suppression_reason" AS ENUM ('bounce', 'complaint', 'manual');

-- CreateTable
CREATE TABLE "mail_suppressions" (
    "id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "reason" "suppression_reason" NOT NULL,
    "source" TEXT NOT NULL,
    "detail" TEXT NOT NULL DEFAULT '',
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_suppressions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mail_feedback" (
    "provider" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_feedback_pkey" PRIMARY KEY ("provider","event_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "mail_suppressions_address_key" ON "mail_suppressions"("address");

-- CreateIndex
CREATE INDEX "mail_suppressions_created_at_id_idx" ON "mail_suppressions"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "mail_suppressions_created_by_idx" ON "mail_suppressions"("created_by");

-- CreateIndex
CREATE INDEX "mail_feedback_received_at_idx" ON "mail_feedback"("received_at");

-- AddForeignKey
ALTER TABLE "mail_suppressions" ADD CONSTRAINT "mail_suppressions_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
