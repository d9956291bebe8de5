-- CreateTable
CREATE TABLE "win_back_offers" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "percent_off" INTEGER NOT NULL,
    "months" INTEGER NOT NULL,
    "shown_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3),

    CONSTRAINT "win_back_offers_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "win_back_offers_user_id_idx" ON "win_back_offers"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "win_back_offers_subscription_id_percent_off_months_key" ON "win_back_offers"("subscription_id", "percent_off", "months");

-- AddForeignKey
ALTER TABLE "win_back_offers" ADD CONSTRAINT "win_back_offers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "win_back_offers" ADD CONSTRAINT "win_back_offers_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
