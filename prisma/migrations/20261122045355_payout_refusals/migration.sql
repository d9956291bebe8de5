-- AlterEnum
ALTER TYPE "payout_batch_state" ADD VALUE 'refused';

-- AlterTable
ALTER TABLE "payout_batches" ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "refused_at" TIMESTAMPTZ(3),
ADD COLUMN     "uncertain_since" TIMESTAMPTZ(3);

-- Of what is on its way now nobody knows whether an earlier try was taken.
UPDATE "payout_batches" SET "attempts" = 1, "uncertain_since" = "created_at" WHERE "state" = 'sending';
