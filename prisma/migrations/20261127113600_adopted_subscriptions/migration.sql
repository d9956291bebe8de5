-- CreateEnum
CREATE TYPE "foreign_subscription_outcome" AS ENUM ('unread', 'ready', 'adopted', 'undecided', 'left_out', 'no_account', 'ended', 'not_ours');

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "adopted_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "adopted_prices" (
    "provider" "payment_provider" NOT NULL,
    "price_id" TEXT NOT NULL,
    "product" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "interval" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "adopted_prices_pkey" PRIMARY KEY ("provider","price_id")
);

-- CreateTable
CREATE TABLE "foreign_subscriptions" (
    "id" UUID NOT NULL,
    "provider" "payment_provider" NOT NULL,
    "provider_subscription_id" TEXT NOT NULL,
    "price_id" TEXT,
    "product" TEXT,
    "customer_id" TEXT,
    "email" TEXT,
    "named_email" TEXT,
    "state" JSONB NOT NULL DEFAULT '{}',
    "status" "subscription_status",
    "amount_cents" INTEGER NOT NULL DEFAULT 0,
    "currency" TEXT NOT NULL DEFAULT 'usd',
    "interval" TEXT NOT NULL DEFAULT 'month',
    "user_id" UUID,
    "outcome" "foreign_subscription_outcome" NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "foreign_subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "foreign_subscriptions_outcome_id_idx" ON "foreign_subscriptions"("outcome", "id");

-- CreateIndex
CREATE INDEX "foreign_subscriptions_user_id_idx" ON "foreign_subscriptions"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "foreign_subscriptions_provider_provider_subscription_id_key" ON "foreign_subscriptions"("provider", "provider_subscription_id");

-- AddForeignKey
ALTER TABLE "foreign_subscriptions" ADD CONSTRAINT "foreign_subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
