-- CreateEnum
CREATE TYPE "moved_state" AS ENUM ('waiting', 'notified', 'moved', 'left_out', 'failed');

-- CreateTable
CREATE TABLE "price_moves" (
    "id" UUID NOT NULL,
    "product_key" TEXT NOT NULL,
    "price_key" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "interval" TEXT NOT NULL,
    "lookup_key" TEXT NOT NULL,
    "takes_effect_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "stopped_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "price_moves_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "moved_subscriptions" (
    "id" UUID NOT NULL,
    "move_id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "from_cents" INTEGER NOT NULL,
    "state" "moved_state" NOT NULL DEFAULT 'waiting',
    "problem" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "notified_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "moved_subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "price_moves_product_key_id_idx" ON "price_moves"("product_key", "id");

-- CreateIndex
CREATE INDEX "moved_subscriptions_move_id_state_id_idx" ON "moved_subscriptions"("move_id", "state", "id");

-- CreateIndex
CREATE INDEX "moved_subscriptions_subscription_id_idx" ON "moved_subscriptions"("subscription_id");

-- CreateIndex
CREATE INDEX "moved_subscriptions_user_id_idx" ON "moved_subscriptions"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "moved_subscriptions_move_id_subscription_id_key" ON "moved_subscriptions"("move_id", "subscription_id");

-- AddForeignKey
ALTER TABLE "moved_subscriptions" ADD CONSTRAINT "moved_subscriptions_move_id_fkey" FOREIGN KEY ("move_id") REFERENCES "price_moves"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "moved_subscriptions" ADD CONSTRAINT "moved_subscriptions_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "moved_subscriptions" ADD CONSTRAINT "moved_subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- One change of each price at a time, and one of each subscription.
CREATE UNIQUE INDEX "price_moves_one_running" ON "price_moves" ("price_key") WHERE "stopped_at" IS NULL AND "finished_at" IS NULL;

CREATE UNIQUE INDEX "moved_subscriptions_one_open" ON "moved_subscriptions" ("subscription_id") WHERE "state" IN ('waiting', 'notified');
