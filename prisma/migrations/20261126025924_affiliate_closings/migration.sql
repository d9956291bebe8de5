-- CreateEnum
CREATE TYPE "closing_cause" AS ENUM ('left', 'deletion', 'membership_ended', 'agreement_ended', 'program_ended', 'deactivated');

-- CreateEnum
CREATE TYPE "closing_outcome" AS ENUM ('paid', 'nothing_owed', 'given_up', 'withheld', 'unclaimed', 'resumed');

-- AlterEnum
ALTER TYPE "commission_kind" ADD VALUE 'write_off';

-- CreateTable
CREATE TABLE "affiliate_closings" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "cause" "closing_cause" NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "started_by" UUID,
    "is_held" BOOLEAN NOT NULL DEFAULT false,
    "decided_at" TIMESTAMPTZ(3),
    "decided_by" UUID,
    "note" TEXT NOT NULL DEFAULT '',
    "reminded_at" TIMESTAMPTZ(3),
    "reminders" INTEGER NOT NULL DEFAULT 0,
    "ended_at" TIMESTAMPTZ(3),
    "outcome" "closing_outcome",

    CONSTRAINT "affiliate_closings_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "affiliate_closings_user_id_started_at_idx" ON "affiliate_closings"("user_id", "started_at" DESC);

-- CreateIndex
CREATE INDEX "affiliate_closings_started_by_idx" ON "affiliate_closings"("started_by");

-- CreateIndex
CREATE INDEX "affiliate_closings_decided_by_idx" ON "affiliate_closings"("decided_by");

-- AddForeignKey
ALTER TABLE "affiliate_closings" ADD CONSTRAINT "affiliate_closings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "affiliate_closings" ADD CONSTRAINT "affiliate_closings_started_by_fkey" FOREIGN KEY ("started_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "affiliate_closings" ADD CONSTRAINT "affiliate_closings_decided_by_fkey" FOREIGN KEY ("decided_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- One open closing a user, and the list of the open ones in the order in which they began.
CREATE UNIQUE INDEX "affiliate_closings_one_open" ON "affiliate_closings" ("user_id") WHERE "ended_at" IS NULL;
CREATE INDEX "affiliate_closings_open_idx" ON "affiliate_closings" ("started_at", "id") WHERE "ended_at" IS NULL;
ALTER TABLE "affiliate_closings"
  ADD CONSTRAINT "affiliate_closings_ended" CHECK (("ended_at" IS NULL) = ("outcome" IS NULL)),
  ADD CONSTRAINT "affiliate_closings_decided" CHECK ("decided_by" IS NULL OR "decided_at" IS NOT NULL);

-- Batches of last payouts have an origin of their own.
ALTER TABLE "payout_batches" DROP CONSTRAINT "payout_batches_origin";
ALTER TABLE "payout_batches"
  ADD CONSTRAINT "payout_batches_origin" CHECK ("origin" IN ('monthly', 'request', 'manual', 'last'));
