-- CreateEnum
CREATE TYPE "commission_kind" AS ENUM ('earning', 'second_tier_earning', 'reversal', 'restoration', 'adjustment', 'not_earned', 'payout', 'payout_returned');

-- CreateEnum
CREATE TYPE "commission_tier" AS ENUM ('affiliate', 'reseller', 'pro_reseller', 'second_tier');

-- CreateEnum
CREATE TYPE "hold_decision" AS ENUM ('released', 'rejected');

-- CreateEnum
CREATE TYPE "payout_batch_state" AS ENUM ('open', 'sending', 'sent', 'done');

-- CreateEnum
CREATE TYPE "payout_state" AS ENUM ('requested', 'sending', 'pending', 'unclaimed', 'onhold', 'paid', 'failed', 'returned', 'blocked', 'refunded', 'reversed', 'canceled');

-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "card_fingerprint" TEXT,
ADD COLUMN     "disputed_cents" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "payout_country" TEXT,
ADD COLUMN     "signup_network" TEXT;

-- CreateTable
CREATE TABLE "commissions" (
    "id" UUID NOT NULL,
    "referrer_username" UUID NOT NULL,
    "kind" "commission_kind" NOT NULL,
    "tier" "commission_tier",
    "cause" TEXT NOT NULL,
    "payment_id" UUID,
    "payout_item_id" UUID,
    "amount" INTEGER NOT NULL,
    "basis_cents" INTEGER,
    "rate_percent" INTEGER,
    "commission" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "reason" TEXT,
    "snapshot" JSONB NOT NULL DEFAULT '{}',
    "available_at" TIMESTAMPTZ(3) NOT NULL,
    "timestamp" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "commissions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "commission_approvals" (
    "commission_id" UUID NOT NULL,
    "approved_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "commission_approvals_pkey" PRIMARY KEY ("commission_id")
);

-- CreateTable
CREATE TABLE "commission_holds" (
    "id" UUID NOT NULL,
    "payment_id" UUID NOT NULL,
    "referrer_id" UUID NOT NULL,
    "rule" TEXT NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "decision" "hold_decision",
    "decided_at" TIMESTAMPTZ(3),
    "decided_by" UUID,
    "note" TEXT,

    CONSTRAINT "commission_holds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "commission_balances" (
    "user_id" UUID NOT NULL,
    "available_at" TIMESTAMPTZ(3) NOT NULL,
    "cents" BIGINT NOT NULL,

    CONSTRAINT "commission_balances_pkey" PRIMARY KEY ("user_id","available_at")
);

-- CreateTable
CREATE TABLE "commission_days" (
    "user_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "earned_cents" BIGINT NOT NULL,
    "changed_cents" BIGINT NOT NULL,
    "sales" INTEGER NOT NULL,

    CONSTRAINT "commission_days_pkey" PRIMARY KEY ("user_id","day")
);

-- CreateTable
CREATE TABLE "seller_terms" (
    "user_id" UUID NOT NULL,
    "valid_from" TIMESTAMPTZ(3) NOT NULL,
    "assigned_role" "role" NOT NULL,
    "commission_rate" INTEGER NOT NULL,
    "status" "account_status" NOT NULL,

    CONSTRAINT "seller_terms_pkey" PRIMARY KEY ("user_id","valid_from")
);

-- CreateTable
CREATE TABLE "free_periods" (
    "subscription_id" UUID NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "free_periods_pkey" PRIMARY KEY ("subscription_id","ends_at")
);

-- CreateTable
CREATE TABLE "ledger_proofs" (
    "id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3) NOT NULL,
    "is_sound" BOOLEAN NOT NULL,
    "figures" JSONB NOT NULL,
    "findings" JSONB NOT NULL,

    CONSTRAINT "ledger_proofs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payout_addresses" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "token_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "usable_from" TIMESTAMPTZ(3),
    "canceled_at" TIMESTAMPTZ(3),

    CONSTRAINT "payout_addresses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payout_batches" (
    "id" UUID NOT NULL,
    "origin" TEXT NOT NULL,
    "state" "payout_batch_state" NOT NULL DEFAULT 'open',
    "cutoff_at" TIMESTAMPTZ(3) NOT NULL,
    "provider_batch_id" TEXT,
    "fee_cents" INTEGER,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "polled_at" TIMESTAMPTZ(3),

    CONSTRAINT "payout_batches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payout_items" (
    "id" UUID NOT NULL,
    "number" SERIAL NOT NULL,
    "batch_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "country" TEXT,
    "state" "payout_state" NOT NULL DEFAULT 'requested',
    "left_cents" INTEGER NOT NULL DEFAULT 0,
    "cutoff_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "provider_item_id" TEXT,
    "fee_cents" INTEGER,
    "error_code" TEXT,
    "error_text" TEXT,
    "told_at" TIMESTAMPTZ(3),
    "paid_at" TIMESTAMPTZ(3),
    "returned_at" TIMESTAMPTZ(3),
    "returned_cents" INTEGER,
    "reference" TEXT,
    "marked_by" UUID,

    CONSTRAINT "payout_items_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payout_lines" (
    "item_id" UUID NOT NULL,
    "commission_id" UUID NOT NULL,
    "returned_at" TIMESTAMPTZ(3),

    CONSTRAINT "payout_lines_pkey" PRIMARY KEY ("item_id","commission_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "commissions_cause_key" ON "commissions"("cause");

-- CreateIndex
CREATE INDEX "commissions_referrer_username_timestamp_id_idx" ON "commissions"("referrer_username", "timestamp" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "commissions_referrer_username_available_at_idx" ON "commissions"("referrer_username", "available_at");

-- CreateIndex
CREATE INDEX "commissions_payment_id_idx" ON "commissions"("payment_id");

-- CreateIndex
CREATE INDEX "commissions_payout_item_id_idx" ON "commissions"("payout_item_id");

-- CreateIndex
CREATE INDEX "commissions_created_at_idx" ON "commissions"("created_at");

-- CreateIndex
CREATE INDEX "commissions_available_at_idx" ON "commissions"("available_at");

-- CreateIndex
CREATE INDEX "commission_holds_referrer_id_idx" ON "commission_holds"("referrer_id");

-- CreateIndex
CREATE INDEX "commission_holds_opened_at_idx" ON "commission_holds"("opened_at");

-- CreateIndex
CREATE INDEX "commission_holds_decided_by_idx" ON "commission_holds"("decided_by");

-- CreateIndex
CREATE UNIQUE INDEX "commission_holds_payment_id_referrer_id_rule_key" ON "commission_holds"("payment_id", "referrer_id", "rule");

-- CreateIndex
CREATE INDEX "ledger_proofs_started_at_idx" ON "ledger_proofs"("started_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "payout_addresses_token_hash_key" ON "payout_addresses"("token_hash");

-- CreateIndex
CREATE INDEX "payout_addresses_user_id_requested_at_idx" ON "payout_addresses"("user_id", "requested_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "payout_batches_provider_batch_id_key" ON "payout_batches"("provider_batch_id");

-- CreateIndex
CREATE INDEX "payout_batches_state_created_at_idx" ON "payout_batches"("state", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "payout_items_number_key" ON "payout_items"("number");

-- CreateIndex
CREATE UNIQUE INDEX "payout_items_provider_item_id_key" ON "payout_items"("provider_item_id");

-- CreateIndex
CREATE INDEX "payout_items_user_id_created_at_id_idx" ON "payout_items"("user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "payout_items_batch_id_state_idx" ON "payout_items"("batch_id", "state");

-- CreateIndex
CREATE INDEX "payout_items_marked_by_idx" ON "payout_items"("marked_by");

-- CreateIndex
CREATE INDEX "payments_card_fingerprint_idx" ON "payments"("card_fingerprint");

-- CreateIndex
CREATE INDEX "users_signup_network_idx" ON "users"("signup_network");

-- AddForeignKey
ALTER TABLE "commissions" ADD CONSTRAINT "commissions_referrer_username_fkey" FOREIGN KEY ("referrer_username") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commissions" ADD CONSTRAINT "commissions_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commissions" ADD CONSTRAINT "commissions_payout_item_id_fkey" FOREIGN KEY ("payout_item_id") REFERENCES "payout_items"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commission_approvals" ADD CONSTRAINT "commission_approvals_commission_id_fkey" FOREIGN KEY ("commission_id") REFERENCES "commissions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commission_holds" ADD CONSTRAINT "commission_holds_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commission_holds" ADD CONSTRAINT "commission_holds_referrer_id_fkey" FOREIGN KEY ("referrer_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commission_holds" ADD CONSTRAINT "commission_holds_decided_by_fkey" FOREIGN KEY ("decided_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commission_balances" ADD CONSTRAINT "commission_balances_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commission_days" ADD CONSTRAINT "commission_days_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "seller_terms" ADD CONSTRAINT "seller_terms_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "free_periods" ADD CONSTRAINT "free_periods_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payout_addresses" ADD CONSTRAINT "payout_addresses_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payout_items" ADD CONSTRAINT "payout_items_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "payout_batches"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payout_items" ADD CONSTRAINT "payout_items_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payout_items" ADD CONSTRAINT "payout_items_marked_by_fkey" FOREIGN KEY ("marked_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payout_lines" ADD CONSTRAINT "payout_lines_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "payout_items"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payout_lines" ADD CONSTRAINT "payout_lines_commission_id_fkey" FOREIGN KEY ("commission_id") REFERENCES "commissions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Rules Prisma cannot express.

ALTER TABLE "payments" ADD CONSTRAINT "payments_disputed" CHECK ("disputed_cents" BETWEEN 0 AND "amount_cents");
UPDATE "payments" SET "disputed_cents" = least("amount_cents", open."cents") FROM (
  SELECT "payment_id", sum("amount_cents") AS "cents" FROM "payment_disputes" WHERE "outcome" IS NULL AND "took_money" GROUP BY 1) open
  WHERE open."payment_id" = "payments"."id" AND "status" = 'disputed';

-- What each kind of row must say, and which way it moves what is owed.
ALTER TABLE "commissions"
  ADD CONSTRAINT "commissions_form" CHECK (CASE "kind"
    WHEN 'earning' THEN "commission" > 0 AND "payment_id" IS NOT NULL AND "tier" <> 'second_tier'
    WHEN 'second_tier_earning' THEN "commission" > 0 AND "payment_id" IS NOT NULL AND "tier" = 'second_tier'
    WHEN 'reversal' THEN "commission" < 0 AND "payment_id" IS NOT NULL
    WHEN 'restoration' THEN "commission" > 0 AND "payment_id" IS NOT NULL
    WHEN 'adjustment' THEN "commission" <> 0 AND "payment_id" IS NULL AND "tier" IS NULL AND coalesce(btrim("reason"), '') <> ''
    WHEN 'not_earned' THEN "commission" = 0 AND "payment_id" IS NOT NULL AND "reason" IS NOT NULL
    WHEN 'payout' THEN "commission" < 0 AND "payout_item_id" IS NOT NULL
    WHEN 'payout_returned' THEN "commission" > 0 AND "payout_item_id" IS NOT NULL
  END),
  ADD CONSTRAINT "commissions_of_a_payment" CHECK (("payment_id" IS NULL) = ("tier" IS NULL)
    AND ("payment_id" IS NULL OR "basis_cents" >= 0)
    AND (("payout_item_id" IS NULL) = ("kind" NOT IN ('payout', 'payout_returned')))),
  ADD CONSTRAINT "commissions_rate_percent" CHECK ("rate_percent" BETWEEN 0 AND 100),
  ADD CONSTRAINT "commissions_currency" CHECK ("currency" = lower("currency"));

-- One earning and one second-tier earning a payment.
CREATE UNIQUE INDEX "commissions_one_earning" ON "commissions" ("payment_id", "kind")
  WHERE "kind" IN ('earning', 'second_tier_earning');

-- What is under review.
CREATE INDEX "commission_holds_open_idx" ON "commission_holds" ("referrer_id", "payment_id") WHERE "decision" IS NULL;
ALTER TABLE "commission_holds"
  ADD CONSTRAINT "commission_holds_decided" CHECK (("decision" IS NULL) = ("decided_at" IS NULL));

ALTER TABLE "free_periods" ADD CONSTRAINT "free_periods_forward" CHECK ("ends_at" >= "starts_at");

CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Rows of % are only ever added: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER "commissions_only_added" BEFORE UPDATE OR DELETE ON "commissions"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "commissions_not_emptied" BEFORE TRUNCATE ON "commissions"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();

-- What was received of a payment, without tax and what went back: the house keeps the rest of a cent.
CREATE FUNCTION "payment_net_cents"("amount" integer, "tax" integer, "gone" bigint) RETURNS integer
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN "amount" <= 0 THEN 0
    ELSE floor(("amount" - "tax")::numeric * ("amount" - least("amount"::bigint, "gone")) / "amount")::integer END
$$;

-- Nobody is owed more of a payment than was received, and nobody less than nothing.
CREATE FUNCTION "check_commissions_of_payment"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_payment uuid := CASE TG_TABLE_NAME WHEN 'payments' THEN NEW."id" ELSE (to_jsonb(NEW) ->> 'payment_id')::uuid END;
  first_cents bigint;
  second_cents bigint;
  net_cents integer;
BEGIN
  IF of_payment IS NULL THEN RETURN NULL; END IF;
  SELECT coalesce(sum("commission") FILTER (WHERE "tier" <> 'second_tier'), 0),
         coalesce(sum("commission") FILTER (WHERE "tier" = 'second_tier'), 0)
    INTO first_cents, second_cents FROM "commissions" WHERE "payment_id" = of_payment;
  SELECT "payment_net_cents"("amount_cents", "tax_cents", "amount_refunded_cents"::bigint + "charged_back_cents" + "disputed_cents")
    INTO net_cents FROM "payments" WHERE "id" = of_payment;
  IF first_cents < 0 OR second_cents < 0 OR first_cents + second_cents > net_cents THEN
    RAISE EXCEPTION 'Commissions of payment % would be % and %, of % received', of_payment, first_cents, second_cents, net_cents
      USING ERRCODE = 'check_violation', CONSTRAINT = 'commissions_within_payment';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER "commissions_within_payment" AFTER INSERT ON "commissions"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_commissions_of_payment"();
CREATE CONSTRAINT TRIGGER "payments_cover_commissions"
  AFTER UPDATE OF "amount_cents", "tax_cents", "amount_refunded_cents", "charged_back_cents", "disputed_cents" ON "payments"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_commissions_of_payment"();

-- Sums that follow the ledger in the same transaction. Users are locked in one order, so that two statements do not wait for each other.
CREATE FUNCTION "add_to_commission_sums"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM "users" WHERE "id" IN (SELECT "referrer_username" FROM added WHERE "commission" <> 0)
    ORDER BY "id" FOR NO KEY UPDATE;
  UPDATE "users" SET "total_earnings" = "total_earnings" + sums.cents
    FROM (SELECT "referrer_username" AS user_id, sum("commission") AS cents FROM added
      WHERE "kind" NOT IN ('payout', 'payout_returned') GROUP BY 1) sums
    WHERE "users"."id" = sums.user_id AND sums.cents <> 0;
  INSERT INTO "commission_balances" ("user_id", "available_at", "cents")
    SELECT "referrer_username", "available_at", sum("commission") FROM added WHERE "commission" <> 0 GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT ("user_id", "available_at") DO UPDATE SET "cents" = "commission_balances"."cents" + excluded."cents";
  INSERT INTO "commission_days" ("user_id", "day", "earned_cents", "changed_cents", "sales")
    SELECT "referrer_username", ("timestamp" AT TIME ZONE 'UTC')::date,
      coalesce(sum("commission") FILTER (WHERE "kind" IN ('earning', 'second_tier_earning')), 0),
      coalesce(sum("commission") FILTER (WHERE "kind" IN ('reversal', 'restoration', 'adjustment')), 0),
      count(*) FILTER (WHERE "kind" IN ('earning', 'second_tier_earning'))
    FROM added WHERE "commission" <> 0 AND "kind" NOT IN ('payout', 'payout_returned') GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT ("user_id", "day") DO UPDATE SET
      "earned_cents" = "commission_days"."earned_cents" + excluded."earned_cents",
      "changed_cents" = "commission_days"."changed_cents" + excluded."changed_cents",
      "sales" = "commission_days"."sales" + excluded."sales";
  RETURN NULL;
END $$;

CREATE TRIGGER "commissions_sums" AFTER INSERT ON "commissions"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "add_to_commission_sums"();

-- What somebody was, from when on. The site's clock, where it is set otherwise than the database's, is told by the transaction.
CREATE FUNCTION "keep_seller_terms"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "seller_terms" ("user_id", "valid_from", "assigned_role", "commission_rate", "status")
    VALUES (NEW."id",
      CASE TG_OP WHEN 'INSERT' THEN '1970-01-01T00:00:00Z'
        ELSE coalesce(nullif(current_setting('site.now', true), '')::timestamptz, now()) END,
      NEW."assigned_role", NEW."commission_rate", NEW."status")
    ON CONFLICT ("user_id", "valid_from") DO UPDATE SET "assigned_role" = excluded."assigned_role",
      "commission_rate" = excluded."commission_rate", "status" = excluded."status";
  RETURN NULL;
END $$;

CREATE TRIGGER "users_seller_terms_at_first" AFTER INSERT ON "users"
  FOR EACH ROW EXECUTE FUNCTION "keep_seller_terms"();
CREATE TRIGGER "users_seller_terms" AFTER UPDATE OF "assigned_role", "commission_rate", "status" ON "users" FOR EACH ROW
  WHEN (OLD."assigned_role" IS DISTINCT FROM NEW."assigned_role" OR OLD."commission_rate" IS DISTINCT FROM NEW."commission_rate"
    OR OLD."status" IS DISTINCT FROM NEW."status")
  EXECUTE FUNCTION "keep_seller_terms"();

-- Of those who are there already, what they are now is all that is known.
INSERT INTO "seller_terms" ("user_id", "valid_from", "assigned_role", "commission_rate", "status")
  SELECT "id", '1970-01-01T00:00:00Z', "assigned_role", "commission_rate", "status" FROM "users";
UPDATE "users" SET "total_earnings" = 0 WHERE "total_earnings" <> 0;
-- Of subscriptions that have not been paid for yet (trials, free months) the period that runs is known.
INSERT INTO "free_periods" ("subscription_id", "starts_at", "ends_at")
  SELECT s."id", coalesce(s."current_period_start", s."subscribed_at"), s."current_period_end" FROM "subscriptions" s
  WHERE s."subscribed_at" IS NOT NULL AND s."current_period_end" >= coalesce(s."current_period_start", s."subscribed_at")
    AND NOT EXISTS (SELECT FROM "payments" p WHERE p."subscription_id" = s."id");

-- Payouts.
ALTER TABLE "payout_addresses"
  ADD CONSTRAINT "payout_addresses_usable" CHECK (("confirmed_at" IS NULL) = ("usable_from" IS NULL));
ALTER TABLE "payout_batches"
  ADD CONSTRAINT "payout_batches_origin" CHECK ("origin" IN ('monthly', 'request', 'manual'));
ALTER TABLE "payout_items"
  ADD CONSTRAINT "payout_items_amount" CHECK ("amount_cents" > 0),
  ADD CONSTRAINT "payout_items_paid" CHECK ("state" <> 'paid' OR "paid_at" IS NOT NULL);
CREATE UNIQUE INDEX "payout_items_one_open" ON "payout_items" ("user_id")
  WHERE "state" IN ('requested', 'sending', 'pending', 'unclaimed', 'onhold');
CREATE UNIQUE INDEX "payout_lines_one_payout" ON "payout_lines" ("commission_id") WHERE "returned_at" IS NULL;

CREATE FUNCTION "refuse_payout_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW."id", NEW."number", NEW."batch_id", NEW."user_id", NEW."amount_cents", NEW."currency", NEW."email", NEW."cutoff_at", NEW."created_at")
      IS NOT DISTINCT FROM
      (OLD."id", OLD."number", OLD."batch_id", OLD."user_id", OLD."amount_cents", OLD."currency", OLD."email", OLD."cutoff_at", OLD."created_at")
    THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'Who is paid how much where is frozen: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "payout_items_frozen" BEFORE UPDATE OR DELETE ON "payout_items"
  FOR EACH ROW EXECUTE FUNCTION "refuse_payout_change"();
CREATE TRIGGER "payout_items_not_emptied" BEFORE TRUNCATE ON "payout_items"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();

CREATE FUNCTION "refuse_payout_line_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW."item_id", NEW."commission_id") IS NOT DISTINCT FROM (OLD."item_id", OLD."commission_id") AND OLD."returned_at" IS NULL
    THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'A statement is frozen: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "payout_lines_frozen" BEFORE UPDATE OR DELETE ON "payout_lines"
  FOR EACH ROW EXECUTE FUNCTION "refuse_payout_line_change"();
CREATE TRIGGER "payout_lines_not_emptied" BEFORE TRUNCATE ON "payout_lines"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();

-- A statement adds up: its lines are rows of that user's, their sum is what is paid, and the ledger has the movement.
CREATE FUNCTION "check_payout_item"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  line_cents bigint;
  strangers integer;
  moved_cents bigint;
BEGIN
  SELECT coalesce(sum(c."commission"), 0), count(*) FILTER (WHERE c."referrer_username" <> NEW."user_id" OR c."payout_item_id" IS NOT NULL
      OR c."currency" <> NEW."currency")
    INTO line_cents, strangers FROM "payout_lines" l JOIN "commissions" c ON c."id" = l."commission_id" WHERE l."item_id" = NEW."id";
  SELECT coalesce(sum("commission"), 0) INTO moved_cents FROM "commissions" WHERE "payout_item_id" = NEW."id" AND "kind" = 'payout';
  IF strangers > 0 OR line_cents <> NEW."amount_cents" OR moved_cents <> -NEW."amount_cents" THEN
    RAISE EXCEPTION 'Payout % of % cents has lines of % cents and movements of %', NEW."id", NEW."amount_cents", line_cents, moved_cents
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_items_add_up';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER "payout_items_add_up" AFTER INSERT ON "payout_items"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_payout_item"();
