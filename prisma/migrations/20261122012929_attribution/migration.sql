-- CreateEnum
CREATE TYPE "referral_rule" AS ENUM ('registration', 'promotion_code', 'click');

-- DropIndex
DROP INDEX "users_referred_by_idx";

-- AlterTable
ALTER TABLE "referral_clicks" ADD COLUMN     "promotion_code_id" UUID,
ADD COLUMN     "short_link_id" UUID;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "referral_click_id" UUID;

-- CreateTable
CREATE TABLE "promotion_codes" (
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "affiliate_id" UUID NOT NULL,
    "percent_off" INTEGER NOT NULL,
    "stripe_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "promotion_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "referral_click_days" (
    "referrer_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "campaign" TEXT NOT NULL,
    "landing_page" TEXT NOT NULL,
    "link" TEXT NOT NULL,
    "clicks" INTEGER NOT NULL,

    CONSTRAINT "referral_click_days_pkey" PRIMARY KEY ("referrer_id","day","campaign","landing_page","link")
);

-- CreateTable
CREATE TABLE "referral_claims" (
    "user_id" UUID NOT NULL,
    "product" TEXT NOT NULL,
    "referrer_id" UUID NOT NULL,
    "rule" "referral_rule" NOT NULL,
    "click_id" UUID,
    "promotion_code_id" UUID,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "referral_claims_pkey" PRIMARY KEY ("user_id","product")
);

-- CreateTable
CREATE TABLE "sale_referrals" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "referrer_id" UUID NOT NULL,
    "rule" "referral_rule" NOT NULL,
    "subscription_id" UUID,
    "payment_id" UUID,
    "click_id" UUID,
    "promotion_code_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sale_referrals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "short_links" (
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "affiliate_id" UUID NOT NULL,
    "destination" TEXT NOT NULL,
    "utm_source" TEXT,
    "utm_medium" TEXT,
    "utm_campaign" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "short_links_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "promotion_codes_code_key" ON "promotion_codes"("code");

-- CreateIndex
CREATE UNIQUE INDEX "promotion_codes_stripe_id_key" ON "promotion_codes"("stripe_id");

-- CreateIndex
CREATE INDEX "promotion_codes_affiliate_id_id_idx" ON "promotion_codes"("affiliate_id", "id");

-- CreateIndex
CREATE INDEX "referral_click_days_day_idx" ON "referral_click_days"("day");

-- CreateIndex
CREATE UNIQUE INDEX "sale_referrals_subscription_id_key" ON "sale_referrals"("subscription_id");

-- CreateIndex
CREATE UNIQUE INDEX "sale_referrals_payment_id_key" ON "sale_referrals"("payment_id");

-- CreateIndex
CREATE INDEX "sale_referrals_referrer_id_created_at_idx" ON "sale_referrals"("referrer_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "sale_referrals_user_id_idx" ON "sale_referrals"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "short_links_code_key" ON "short_links"("code");

-- CreateIndex
CREATE INDEX "short_links_affiliate_id_archived_at_id_idx" ON "short_links"("affiliate_id", "archived_at", "id" DESC);

-- CreateIndex
CREATE INDEX "users_referred_by_created_at_idx" ON "users"("referred_by", "created_at");

-- AddForeignKey
ALTER TABLE "promotion_codes" ADD CONSTRAINT "promotion_codes_affiliate_id_fkey" FOREIGN KEY ("affiliate_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "referral_clicks" ADD CONSTRAINT "referral_clicks_short_link_id_fkey" FOREIGN KEY ("short_link_id") REFERENCES "short_links"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "referral_clicks" ADD CONSTRAINT "referral_clicks_promotion_code_id_fkey" FOREIGN KEY ("promotion_code_id") REFERENCES "promotion_codes"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "referral_click_days" ADD CONSTRAINT "referral_click_days_referrer_id_fkey" FOREIGN KEY ("referrer_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "referral_claims" ADD CONSTRAINT "referral_claims_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "referral_claims" ADD CONSTRAINT "referral_claims_referrer_id_fkey" FOREIGN KEY ("referrer_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "referral_claims" ADD CONSTRAINT "referral_claims_click_id_fkey" FOREIGN KEY ("click_id") REFERENCES "referral_clicks"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "referral_claims" ADD CONSTRAINT "referral_claims_promotion_code_id_fkey" FOREIGN KEY ("promotion_code_id") REFERENCES "promotion_codes"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sale_referrals" ADD CONSTRAINT "sale_referrals_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sale_referrals" ADD CONSTRAINT "sale_referrals_referrer_id_fkey" FOREIGN KEY ("referrer_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sale_referrals" ADD CONSTRAINT "sale_referrals_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sale_referrals" ADD CONSTRAINT "sale_referrals_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sale_referrals" ADD CONSTRAINT "sale_referrals_click_id_fkey" FOREIGN KEY ("click_id") REFERENCES "referral_clicks"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sale_referrals" ADD CONSTRAINT "sale_referrals_promotion_code_id_fkey" FOREIGN KEY ("promotion_code_id") REFERENCES "promotion_codes"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "short_links" ADD CONSTRAINT "short_links_affiliate_id_fkey" FOREIGN KEY ("affiliate_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_referral_click_id_fkey" FOREIGN KEY ("referral_click_id") REFERENCES "referral_clicks"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE promotion_codes
  ADD CONSTRAINT promotion_codes_code_form CHECK (code ~ '^[A-Z0-9][A-Z0-9-]{2,29}$'),
  -- The rest is money that comes in: a card is always asked for.
  ADD CONSTRAINT promotion_codes_percent_off CHECK (percent_off BETWEEN 0 AND 90);

ALTER TABLE short_links
  ADD CONSTRAINT short_links_code_form CHECK (code ~ '^[a-z0-9]{6,12}$'),
  -- A page of this site: never another, whatever has been written here.
  ADD CONSTRAINT short_links_destination CHECK (destination ~ '^/([^/\\]|$)');

-- Nobody is their own referral.
ALTER TABLE referral_claims
  ADD CONSTRAINT referral_claims_of_another CHECK (referrer_id <> user_id),
  ADD CONSTRAINT referral_claims_rule CHECK (rule <> 'registration');
ALTER TABLE sale_referrals
  ADD CONSTRAINT sale_referrals_of_another CHECK (referrer_id <> user_id),
  ADD CONSTRAINT sale_referrals_rule CHECK (rule <> 'registration'),
  ADD CONSTRAINT sale_referrals_of_one CHECK (num_nonnulls(subscription_id, payment_id) = 1);
