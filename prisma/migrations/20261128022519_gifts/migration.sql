-- CreateEnum
CREATE TYPE "gift_status" AS ENUM ('draft', 'paid', 'redeemed', 'canceled');

-- AlterTable
ALTER TABLE "purchases" ADD COLUMN     "gift_id" UUID;

-- CreateTable
CREATE TABLE "gifts" (
    "id" UUID NOT NULL,
    "giver_id" UUID NOT NULL,
    "product" TEXT NOT NULL,
    "months" INTEGER NOT NULL,
    "status" "gift_status" NOT NULL DEFAULT 'draft',
    "giver_name" TEXT NOT NULL,
    "message" TEXT NOT NULL DEFAULT '',
    "recipient_email" TEXT,
    "starts_on" DATE NOT NULL,
    "deliver_at" TIMESTAMPTZ(3) NOT NULL,
    "delivered_at" TIMESTAMPTZ(3),
    "code_hash" TEXT,
    "code_version" INTEGER NOT NULL DEFAULT 1,
    "paid_at" TIMESTAMPTZ(3),
    "withheld_at" TIMESTAMPTZ(3),
    "redeemed_by_id" UUID,
    "redeemed_at" TIMESTAMPTZ(3),
    "grant_id" UUID,
    "started_at" TIMESTAMPTZ(3),
    "left_seconds" INTEGER,
    "reminded_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "canceled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "gifts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "gifts_code_hash_key" ON "gifts"("code_hash");

-- CreateIndex
CREATE UNIQUE INDEX "gifts_grant_id_key" ON "gifts"("grant_id");

-- CreateIndex
CREATE INDEX "gifts_giver_id_created_at_idx" ON "gifts"("giver_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "gifts_redeemed_by_id_idx" ON "gifts"("redeemed_by_id");

-- CreateIndex
CREATE INDEX "gifts_created_at_id_idx" ON "gifts"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "gifts_recipient_email_idx" ON "gifts"("recipient_email");

-- AddForeignKey
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_giver_id_fkey" FOREIGN KEY ("giver_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_redeemed_by_id_fkey" FOREIGN KEY ("redeemed_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "entitlement_grants"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
-- No row has one yet.
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_gift_id_fkey" FOREIGN KEY ("gift_id") REFERENCES "gifts"("id") ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;

-- A paid gift has a code, one that was redeemed has a moment, and what is given lasts some months.
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_months" CHECK ("months" BETWEEN 1 AND 120),
  ADD CONSTRAINT "gifts_paid" CHECK ("status" NOT IN ('paid', 'redeemed') OR ("code_hash" IS NOT NULL AND "paid_at" IS NOT NULL)),
  ADD CONSTRAINT "gifts_redeemed" CHECK (("status" = 'redeemed') = ("redeemed_at" IS NOT NULL)),
  ADD CONSTRAINT "gifts_message" CHECK (length("message") <= 500 AND length("giver_name") <= 80);

-- What the job looks at: gifts that are to be emailed, and those that run or wait.
CREATE INDEX "gifts_to_deliver" ON "gifts" ("deliver_at") WHERE "delivered_at" IS NULL AND "status" = 'paid';
CREATE INDEX "gifts_unfinished" ON "gifts" ("redeemed_by_id") WHERE "status" = 'redeemed' AND "ended_at" IS NULL;
