-- Referral links that led to no affiliate, by what was typed; no row says who opened one.
CREATE TABLE "missed_referrals" (
  "kind" TEXT NOT NULL,
  "typed" TEXT NOT NULL,
  "landing_page" TEXT NOT NULL,
  "times" INTEGER NOT NULL DEFAULT 1,
  "first_at" TIMESTAMPTZ(3) NOT NULL,
  "last_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "missed_referrals_pkey" PRIMARY KEY ("kind", "typed"),
  CONSTRAINT "missed_referrals_kind" CHECK ("kind" IN ('username', 'promotion_code', 'short_link')),
  CONSTRAINT "missed_referrals_typed" CHECK (length("typed") BETWEEN 1 AND 60),
  CONSTRAINT "missed_referrals_times" CHECK ("times" > 0)
);
CREATE INDEX "missed_referrals_last_at_idx" ON "missed_referrals" ("last_at");
-- For the affiliate whose name is likest.
CREATE INDEX "users_affiliate_username_idx" ON "users" USING gin ("username" gin_trgm_ops) WHERE "role" <> 'member';
