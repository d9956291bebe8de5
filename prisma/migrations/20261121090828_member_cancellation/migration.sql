-- CreateEnum
CREATE TYPE "requested_change" AS ENUM ('cancel', 'keep');

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "cancel_comment" TEXT,
ADD COLUMN     "cancel_reason" TEXT,
ADD COLUMN     "requested_at" TIMESTAMPTZ(3),
ADD COLUMN     "requested_change" "requested_change";

-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "receipt_url" TEXT;

-- What was asked for has a time, and what a member may say on leaving has an end.
ALTER TABLE "subscriptions"
  ADD CONSTRAINT "subscriptions_requested" CHECK (("requested_change" IS NULL) = ("requested_at" IS NULL)),
  ADD CONSTRAINT "subscriptions_cancel_comment" CHECK (length("cancel_comment") <= 500);
