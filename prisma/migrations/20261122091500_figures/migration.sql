-- CreateTable
CREATE TABLE "figure_parts" (
    "user_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "currency" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "cohort" DATE NOT NULL,
    "people" INTEGER NOT NULL,
    "cents" BIGINT NOT NULL,
    "referrer_id" UUID,

    CONSTRAINT "figure_parts_pkey" PRIMARY KEY ("user_id","day","currency","kind")
);

-- CreateTable
CREATE TABLE "figure_days" (
    "day" DATE NOT NULL,
    "currency" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "cohort" DATE NOT NULL,
    "people" INTEGER NOT NULL,
    "cents" BIGINT NOT NULL,

    CONSTRAINT "figure_days_pkey" PRIMARY KEY ("day","currency","kind","cohort")
);

-- CreateTable
CREATE TABLE "referrer_days" (
    "day" DATE NOT NULL,
    "referrer_id" UUID NOT NULL,
    "registered" INTEGER NOT NULL,
    "members" INTEGER NOT NULL,

    CONSTRAINT "referrer_days_pkey" PRIMARY KEY ("day","referrer_id")
);

-- CreateTable
CREATE TABLE "figures_stale" (
    "id" BIGSERIAL NOT NULL,
    "user_id" UUID NOT NULL,

    CONSTRAINT "figures_stale_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "visit_days" (
    "day" DATE NOT NULL,
    "source" TEXT NOT NULL,
    "visitors" INTEGER NOT NULL,

    CONSTRAINT "visit_days_pkey" PRIMARY KEY ("day","source")
);

-- CreateTable
CREATE TABLE "visit_salts" (
    "day" DATE NOT NULL,
    "salt" BYTEA NOT NULL,

    CONSTRAINT "visit_salts_pkey" PRIMARY KEY ("day")
);

-- CreateTable
CREATE TABLE "visits_seen" (
    "day" DATE NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "visits_seen_pkey" PRIMARY KEY ("day","hash")
);

-- CreateTable
CREATE TABLE "missed_searches" (
    "fingerprint" TEXT NOT NULL,
    "words" TEXT,

    CONSTRAINT "missed_searches_pkey" PRIMARY KEY ("fingerprint")
);

-- CreateTable
CREATE TABLE "missed_search_days" (
    "fingerprint" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "askers" INTEGER NOT NULL,

    CONSTRAINT "missed_search_days_pkey" PRIMARY KEY ("fingerprint","day")
);

-- CreateIndex
CREATE INDEX "missed_search_days_day_idx" ON "missed_search_days"("day");

-- CreateIndex
CREATE INDEX "user_module_completion_completed_at_idx" ON "user_module_completion"("completed_at");

-- AddForeignKey
ALTER TABLE "missed_search_days" ADD CONSTRAINT "missed_search_days_fingerprint_fkey" FOREIGN KEY ("fingerprint") REFERENCES "missed_searches"("fingerprint") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whose figures change, whatever has changed them: the job reckons them again.
CREATE FUNCTION note_stale_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figures_stale (user_id) VALUES (NEW.user_id);
  RETURN NULL;
END $$;

CREATE FUNCTION note_stale_figures_of_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figures_stale (user_id) SELECT user_id FROM payments WHERE id = NEW.payment_id;
  RETURN NULL;
END $$;

CREATE FUNCTION note_stale_figures_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figures_stale (user_id) VALUES (NEW.id);
  RETURN NULL;
END $$;

CREATE TRIGGER payments_stale_figures AFTER INSERT ON "payments" FOR EACH ROW EXECUTE FUNCTION note_stale_figures();
CREATE TRIGGER payments_changed_stale_figures AFTER UPDATE ON "payments" FOR EACH ROW
  WHEN ((OLD.product, OLD.amount_cents, OLD.tax_cents, OLD.amount_refunded_cents, OLD.status, OLD.period_start, OLD.period_end, OLD.paid_at, OLD.subscription_id)
    IS DISTINCT FROM
    (NEW.product, NEW.amount_cents, NEW.tax_cents, NEW.amount_refunded_cents, NEW.status, NEW.period_start, NEW.period_end, NEW.paid_at, NEW.subscription_id))
  EXECUTE FUNCTION note_stale_figures();
CREATE TRIGGER subscriptions_stale_figures AFTER INSERT ON "subscriptions" FOR EACH ROW EXECUTE FUNCTION note_stale_figures();
CREATE TRIGGER subscriptions_changed_stale_figures AFTER UPDATE ON "subscriptions" FOR EACH ROW
  WHEN ((OLD.status, OLD.interval, OLD.cancel_at_period_end, OLD.canceled_at, OLD.undone_at)
    IS DISTINCT FROM (NEW.status, NEW.interval, NEW.cancel_at_period_end, NEW.canceled_at, NEW.undone_at))
  EXECUTE FUNCTION note_stale_figures();
CREATE TRIGGER refunds_stale_figures AFTER INSERT OR UPDATE ON "payment_refunds" FOR EACH ROW EXECUTE FUNCTION note_stale_figures_of_payment();
CREATE TRIGGER disputes_stale_figures AFTER INSERT OR UPDATE ON "payment_disputes" FOR EACH ROW EXECUTE FUNCTION note_stale_figures_of_payment();
CREATE TRIGGER acceptances_stale_figures AFTER INSERT ON "legal_acceptances" FOR EACH ROW
  WHEN (NEW.document = 'refund-policy') EXECUTE FUNCTION note_stale_figures();
CREATE TRIGGER users_stale_figures AFTER INSERT ON "users" FOR EACH ROW EXECUTE FUNCTION note_stale_figures_of_user();
CREATE TRIGGER users_changed_stale_figures AFTER UPDATE ON "users" FOR EACH ROW
  WHEN ((OLD.role = 'admin', OLD.created_at, OLD.referred_by) IS DISTINCT FROM (NEW.role = 'admin', NEW.created_at, NEW.referred_by))
  EXECUTE FUNCTION note_stale_figures_of_user();

-- What is there already.
INSERT INTO figures_stale (user_id) SELECT id FROM users ORDER BY created_at;
