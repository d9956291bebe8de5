-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "role" AS ENUM ('member', 'affiliate', 'reseller', 'pro_reseller', 'admin');

-- CreateEnum
CREATE TYPE "account_status" AS ENUM ('active', 'inactive');

-- CreateEnum
CREATE TYPE "token_purpose" AS ENUM ('verify_email', 'reset_password');

-- CreateEnum
CREATE TYPE "progress_status" AS ENUM ('none', 'in_progress', 'completed');

-- CreateEnum
CREATE TYPE "payment_provider" AS ENUM ('stripe', 'paypal');

-- CreateEnum
CREATE TYPE "subscription_status" AS ENUM ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled');

-- CreateEnum
CREATE TYPE "payment_status" AS ENUM ('paid', 'partially_refunded', 'refunded', 'disputed', 'failed');

-- CreateEnum
CREATE TYPE "commission_tier" AS ENUM ('affiliate', 'reseller', 'pro_reseller', 'second_tier');

-- CreateEnum
CREATE TYPE "commission_status" AS ENUM ('pending', 'approved', 'paid', 'reversed');

-- CreateEnum
CREATE TYPE "payout_status" AS ENUM ('requested', 'processing', 'paid', 'failed', 'canceled');

-- CreateEnum
CREATE TYPE "chat_sender" AS ENUM ('user', 'ai');

-- CreateEnum
CREATE TYPE "mail_status" AS ENUM ('queued', 'sent', 'failed');

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT,
    "role" "role" NOT NULL DEFAULT 'member',
    "plan" TEXT,
    "name" TEXT NOT NULL DEFAULT '',
    "status" "account_status" NOT NULL DEFAULT 'active',
    "username" TEXT NOT NULL,
    "commission_rate" INTEGER NOT NULL DEFAULT 50,
    "phone" TEXT NOT NULL DEFAULT '',
    "company" TEXT NOT NULL DEFAULT '',
    "bio" TEXT NOT NULL DEFAULT '',
    "job_title" TEXT NOT NULL DEFAULT 'Member',
    "total_earnings" INTEGER NOT NULL DEFAULT 0,
    "contact_email" TEXT,
    "paypal_email" TEXT,
    "email_verified_at" TIMESTAMPTZ(3),
    "referred_by" UUID,
    "role_before_trial" "role",
    "trial_started_at" TIMESTAMPTZ(3),
    "trial_ends_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "user_agent" TEXT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account_tokens" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "purpose" "token_purpose" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_progress" (
    "user_id" UUID NOT NULL,
    "course_id" TEXT NOT NULL,
    "percent_done" INTEGER NOT NULL DEFAULT 0,
    "status" "progress_status" NOT NULL DEFAULT 'none',
    "last_updated" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_progress_pkey" PRIMARY KEY ("user_id","course_id")
);

-- CreateTable
CREATE TABLE "user_module_completion" (
    "user_id" UUID NOT NULL,
    "course_id" TEXT NOT NULL,
    "module_id" INTEGER NOT NULL,
    "completed" BOOLEAN NOT NULL DEFAULT true,
    "completed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_module_completion_pkey" PRIMARY KEY ("user_id","course_id","module_id")
);

-- CreateTable
CREATE TABLE "video_overrides" (
    "course_id" TEXT NOT NULL,
    "module_id" INTEGER NOT NULL,
    "vimeo_id" TEXT,
    "url" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "video_overrides_pkey" PRIMARY KEY ("course_id","module_id")
);

-- CreateTable
CREATE TABLE "provider_customers" (
    "user_id" UUID NOT NULL,
    "provider" "payment_provider" NOT NULL,
    "customer_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "provider_customers_pkey" PRIMARY KEY ("user_id","provider")
);

-- CreateTable
CREATE TABLE "subscriptions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "product" TEXT NOT NULL,
    "provider" "payment_provider" NOT NULL,
    "provider_subscription_id" TEXT NOT NULL,
    "status" "subscription_status" NOT NULL,
    "amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'usd',
    "interval" TEXT NOT NULL DEFAULT 'month',
    "subscribed_at" TIMESTAMPTZ(3),
    "current_period_end" TIMESTAMPTZ(3),
    "cancel_at_period_end" BOOLEAN NOT NULL DEFAULT false,
    "canceled_at" TIMESTAMPTZ(3),
    "last_event_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payments" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "subscription_id" UUID,
    "product" TEXT NOT NULL,
    "provider" "payment_provider" NOT NULL,
    "provider_invoice_id" TEXT NOT NULL,
    "provider_payment_id" TEXT,
    "amount_cents" INTEGER NOT NULL,
    "tax_cents" INTEGER NOT NULL DEFAULT 0,
    "amount_refunded_cents" INTEGER NOT NULL DEFAULT 0,
    "currency" TEXT NOT NULL DEFAULT 'usd',
    "status" "payment_status" NOT NULL,
    "paid_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_events" (
    "provider" "payment_provider" NOT NULL,
    "event_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "processed_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("provider","event_id")
);

-- CreateTable
CREATE TABLE "referral_clicks" (
    "id" UUID NOT NULL,
    "referrer_username" TEXT NOT NULL,
    "referrer_id" UUID,
    "landing_page" TEXT NOT NULL,
    "timestamp" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_agent" TEXT,
    "utm_source" TEXT,
    "utm_medium" TEXT,
    "utm_campaign" TEXT,

    CONSTRAINT "referral_clicks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "commissions" (
    "id" UUID NOT NULL,
    "referrer_username" UUID NOT NULL,
    "payment_id" UUID NOT NULL,
    "tier" "commission_tier" NOT NULL,
    "amount" INTEGER NOT NULL,
    "commission" INTEGER NOT NULL,
    "rate_percent" INTEGER NOT NULL,
    "status" "commission_status" NOT NULL DEFAULT 'pending',
    "available_at" TIMESTAMPTZ(3) NOT NULL,
    "reverses_id" UUID,
    "reversal_key" TEXT NOT NULL DEFAULT '',
    "payout_id" UUID,
    "timestamp" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "commissions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payouts" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'usd',
    "status" "payout_status" NOT NULL DEFAULT 'requested',
    "paypal_email" TEXT NOT NULL,
    "provider_payout_id" TEXT,
    "failure_reason" TEXT,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "paid_at" TIMESTAMPTZ(3),

    CONSTRAINT "payouts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "activity_log" (
    "id" UUID NOT NULL,
    "type" TEXT NOT NULL DEFAULT 'general',
    "description" TEXT NOT NULL,
    "user_id" UUID,
    "actor_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "activity_log_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "devops_api_keys" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL DEFAULT 'DevOps Integration Key',
    "user_id" UUID NOT NULL,
    "permissions" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "key_hash" BYTEA NOT NULL,
    "webhook_secret_hash" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used" TIMESTAMPTZ(3),
    "is_active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "devops_api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "chat_messages" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "sender" "chat_sender" NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chat_messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mail_outbox" (
    "id" UUID NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "status" "mail_status" NOT NULL DEFAULT 'queued',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "mail_outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "users_username_key" ON "users"("username");

-- CreateIndex
CREATE INDEX "users_created_at_id_idx" ON "users"("created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "users_status_created_at_idx" ON "users"("status", "created_at" DESC);

-- CreateIndex
CREATE INDEX "users_role_idx" ON "users"("role");

-- CreateIndex
CREATE INDEX "users_referred_by_idx" ON "users"("referred_by");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions"("token_hash");

-- CreateIndex
CREATE INDEX "sessions_user_id_revoked_at_idx" ON "sessions"("user_id", "revoked_at");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "account_tokens_token_hash_key" ON "account_tokens"("token_hash");

-- CreateIndex
CREATE INDEX "account_tokens_user_id_purpose_idx" ON "account_tokens"("user_id", "purpose");

-- CreateIndex
CREATE INDEX "account_tokens_expires_at_idx" ON "account_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "user_progress_user_id_last_updated_idx" ON "user_progress"("user_id", "last_updated" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "provider_customers_provider_customer_id_key" ON "provider_customers"("provider", "customer_id");

-- CreateIndex
CREATE INDEX "subscriptions_user_id_product_status_idx" ON "subscriptions"("user_id", "product", "status");

-- CreateIndex
CREATE INDEX "subscriptions_subscribed_at_idx" ON "subscriptions"("subscribed_at");

-- CreateIndex
CREATE INDEX "subscriptions_status_idx" ON "subscriptions"("status");

-- CreateIndex
CREATE UNIQUE INDEX "subscriptions_provider_provider_subscription_id_key" ON "subscriptions"("provider", "provider_subscription_id");

-- CreateIndex
CREATE INDEX "payments_user_id_paid_at_idx" ON "payments"("user_id", "paid_at" DESC);

-- CreateIndex
CREATE INDEX "payments_provider_provider_payment_id_idx" ON "payments"("provider", "provider_payment_id");

-- CreateIndex
CREATE INDEX "payments_subscription_id_idx" ON "payments"("subscription_id");

-- CreateIndex
CREATE INDEX "payments_paid_at_idx" ON "payments"("paid_at");

-- CreateIndex
CREATE UNIQUE INDEX "payments_provider_provider_invoice_id_key" ON "payments"("provider", "provider_invoice_id");

-- CreateIndex
CREATE INDEX "webhook_events_received_at_idx" ON "webhook_events"("received_at");

-- CreateIndex
CREATE INDEX "referral_clicks_referrer_id_timestamp_idx" ON "referral_clicks"("referrer_id", "timestamp" DESC);

-- CreateIndex
CREATE INDEX "referral_clicks_timestamp_idx" ON "referral_clicks"("timestamp");

-- CreateIndex
CREATE INDEX "commissions_referrer_username_status_available_at_idx" ON "commissions"("referrer_username", "status", "available_at");

-- CreateIndex
CREATE INDEX "commissions_referrer_username_created_at_idx" ON "commissions"("referrer_username", "created_at" DESC);

-- CreateIndex
CREATE INDEX "commissions_created_at_idx" ON "commissions"("created_at");

-- CreateIndex
CREATE INDEX "commissions_payout_id_idx" ON "commissions"("payout_id");

-- CreateIndex
CREATE INDEX "commissions_reverses_id_idx" ON "commissions"("reverses_id");

-- CreateIndex
CREATE UNIQUE INDEX "commissions_payment_id_tier_reversal_key_key" ON "commissions"("payment_id", "tier", "reversal_key");

-- CreateIndex
CREATE UNIQUE INDEX "payouts_provider_payout_id_key" ON "payouts"("provider_payout_id");

-- CreateIndex
CREATE INDEX "payouts_user_id_requested_at_idx" ON "payouts"("user_id", "requested_at" DESC);

-- CreateIndex
CREATE INDEX "payouts_status_idx" ON "payouts"("status");

-- CreateIndex
CREATE INDEX "activity_log_created_at_idx" ON "activity_log"("created_at" DESC);

-- CreateIndex
CREATE INDEX "activity_log_user_id_created_at_idx" ON "activity_log"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "activity_log_actor_id_idx" ON "activity_log"("actor_id");

-- CreateIndex
CREATE INDEX "activity_log_type_created_at_idx" ON "activity_log"("type", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "devops_api_keys_key_hash_key" ON "devops_api_keys"("key_hash");

-- CreateIndex
CREATE INDEX "devops_api_keys_user_id_created_at_idx" ON "devops_api_keys"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "chat_messages_user_id_created_at_idx" ON "chat_messages"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "mail_outbox_status_created_at_idx" ON "mail_outbox"("status", "created_at");

-- CreateIndex
CREATE INDEX "mail_outbox_created_at_idx" ON "mail_outbox"("created_at" DESC);

-- CreateIndex
CREATE INDEX "rate_limits_expire_idx" ON "rate_limits"("expire");

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_referred_by_fkey" FOREIGN KEY ("referred_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_progress" ADD CONSTRAINT "user_progress_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_module_completion" ADD CONSTRAINT "user_module_completion_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_customers" ADD CONSTRAINT "provider_customers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payments" ADD CONSTRAINT "payments_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "referral_clicks" ADD CONSTRAINT "referral_clicks_referrer_id_fkey" FOREIGN KEY ("referrer_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commissions" ADD CONSTRAINT "commissions_referrer_username_fkey" FOREIGN KEY ("referrer_username") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commissions" ADD CONSTRAINT "commissions_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commissions" ADD CONSTRAINT "commissions_reverses_id_fkey" FOREIGN KEY ("reverses_id") REFERENCES "commissions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commissions" ADD CONSTRAINT "commissions_payout_id_fkey" FOREIGN KEY ("payout_id") REFERENCES "payouts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "activity_log" ADD CONSTRAINT "activity_log_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "activity_log" ADD CONSTRAINT "activity_log_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "devops_api_keys" ADD CONSTRAINT "devops_api_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules Prisma cannot express.

ALTER TABLE "users"
  ADD CONSTRAINT "users_email_normal" CHECK ("email" = lower(btrim("email")) AND position('@' in "email") > 1),
  ADD CONSTRAINT "users_commission_rate_percent" CHECK ("commission_rate" BETWEEN 0 AND 100);

ALTER TABLE "user_progress"
  ADD CONSTRAINT "user_progress_percent" CHECK ("percent_done" BETWEEN 0 AND 100),
  ADD CONSTRAINT "user_progress_status_agrees" CHECK (("status" = 'completed') = ("percent_done" = 100));

ALTER TABLE "user_module_completion"
  ADD CONSTRAINT "user_module_completion_module" CHECK ("module_id" >= 1);

ALTER TABLE "subscriptions"
  ADD CONSTRAINT "subscriptions_amount" CHECK ("amount" >= 0);

-- One live subscription for each user and product, whatever the provider.
CREATE UNIQUE INDEX "subscriptions_one_live" ON "subscriptions" ("user_id", "product")
  WHERE "status" IN ('trialing', 'active', 'past_due');

ALTER TABLE "payments"
  ADD CONSTRAINT "payments_amounts" CHECK (
    "amount_cents" >= 0 AND "tax_cents" BETWEEN 0 AND "amount_cents" AND "amount_refunded_cents" BETWEEN 0 AND "amount_cents");

-- An earning is positive and reverses nothing. A reversal is negative and names what it reverses.
ALTER TABLE "commissions"
  ADD CONSTRAINT "commissions_sign" CHECK (
    ("reverses_id" IS NULL AND "commission" >= 0 AND "reversal_key" = '')
    OR ("reverses_id" IS NOT NULL AND "commission" <= 0 AND "reversal_key" <> '')),
  ADD CONSTRAINT "commissions_within_amount" CHECK (abs("commission") <= "amount"),
  ADD CONSTRAINT "commissions_rate_percent" CHECK ("rate_percent" BETWEEN 0 AND 100);

ALTER TABLE "payouts"
  ADD CONSTRAINT "payouts_amount" CHECK ("amount_cents" > 0);

-- One payout at a time is on its way to a user.
CREATE UNIQUE INDEX "payouts_one_open" ON "payouts" ("user_id") WHERE "status" IN ('requested', 'processing');
