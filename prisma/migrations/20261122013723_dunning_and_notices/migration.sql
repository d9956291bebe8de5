-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "card_asked_at" TIMESTAMPTZ(3),
ADD COLUMN     "card_brand" TEXT,
ADD COLUMN     "card_expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "card_last4" TEXT,
ADD COLUMN     "past_due_since" TIMESTAMPTZ(3),
ADD COLUMN     "told_cents" INTEGER;

-- CreateTable
CREATE TABLE "payment_failures" (
    "subscription_id" UUID NOT NULL,
    "failed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_failures_pkey" PRIMARY KEY ("subscription_id","failed_at")
);

-- AddForeignKey
ALTER TABLE "payment_failures" ADD CONSTRAINT "payment_failures_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Few are past due at a time; every page of a member asks for theirs.
CREATE INDEX "subscriptions_past_due" ON "subscriptions" ("user_id") WHERE "past_due_since" IS NOT NULL;

-- Until now nothing counted the days: those who are past due have all of them from here.
UPDATE "subscriptions" SET "past_due_since" = now() WHERE "status" = 'past_due';
UPDATE "subscriptions" SET "told_cents" = "amount" WHERE "subscribed_at" IS NOT NULL;
