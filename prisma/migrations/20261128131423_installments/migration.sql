-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "installment" INTEGER;

-- AlterTable
ALTER TABLE "prices" ADD COLUMN     "installments" INTEGER;

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "installments" INTEGER,
ADD COLUMN     "installments_taken" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "paid_off_at" TIMESTAMPTZ(3);

-- How many payments there are is part of what a price takes.
CREATE OR REPLACE FUNCTION prices_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.key, NEW.product_key, NEW.version, NEW.amount_cents, NEW.currency, NEW.interval, NEW.free_intervals, NEW.installments)
    IS DISTINCT FROM (OLD.key, OLD.product_key, OLD.version, OLD.amount_cents, OLD.currency, OLD.interval, OLD.free_intervals, OLD.installments) THEN
    RAISE EXCEPTION 'a price does not change: make a new version of %', OLD.key;
  END IF;
  RETURN NEW;
END $$;

-- What ends because all of its installments are paid was not canceled.
CREATE OR REPLACE FUNCTION "start_sequences_of_subscription"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counts boolean := NEW."subscribed_at" IS NOT NULL AND NEW."held_reason" IS NULL AND NEW."undone_at" IS NULL;
  is_paid boolean := coalesce(NEW."installments_taken" >= NEW."installments", false);
  ends boolean := (NEW."cancel_at_period_end" OR NEW."status" = 'canceled') AND NOT is_paid;
BEGIN
  IF NOT counts THEN RETURN NULL; END IF;
  IF NEW."adopted_at" IS NULL AND (TG_OP = 'INSERT'
    OR OLD."subscribed_at" IS NULL OR OLD."held_reason" IS NOT NULL OR OLD."undone_at" IS NOT NULL) THEN
    PERFORM "start_sequences"(NEW."user_id", 'bought', NEW."product", 'subscription ' || NEW."id");
  END IF;
  IF ends AND TG_OP = 'UPDATE' AND NOT (OLD."cancel_at_period_end" OR OLD."status" = 'canceled') THEN
    PERFORM "start_sequences"(NEW."user_id", 'canceled', NEW."product", 'subscription ' || NEW."id");
  END IF;
  RETURN NULL;
END $$;
