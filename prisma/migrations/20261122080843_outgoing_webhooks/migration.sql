-- CreateEnum
CREATE TYPE "delivery_state" AS ENUM ('waiting', 'delivered', 'dead');

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "events" TEXT[],
    "is_on" BOOLEAN NOT NULL DEFAULT true,
    "off_reason" TEXT,
    "off_at" TIMESTAMPTZ(3),
    "secret_sealed" BYTEA NOT NULL,
    "previous_secret_sealed" BYTEA,
    "previous_until" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outgoing_events" (
    "id" UUID NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "type" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "data" JSONB NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "outgoing_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "sequence" BIGINT NOT NULL,
    "subject_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "state" "delivery_state" NOT NULL DEFAULT 'waiting',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "round_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "claimed_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "last_status" INTEGER,
    "last_error" TEXT,
    "last_answer" TEXT,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "id" UUID NOT NULL,
    "delivery_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "status" INTEGER,
    "error" TEXT,
    "answer" TEXT,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_endpoints_created_by_idx" ON "webhook_endpoints"("created_by");

-- CreateIndex
CREATE UNIQUE INDEX "outgoing_events_sequence_key" ON "outgoing_events"("sequence");

-- CreateIndex
CREATE INDEX "outgoing_events_subject_id_idx" ON "outgoing_events"("subject_id");

-- CreateIndex
CREATE INDEX "outgoing_events_occurred_at_idx" ON "outgoing_events"("occurred_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_endpoint_id_created_at_id_idx" ON "webhook_deliveries"("endpoint_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_deliveries_created_at_id_idx" ON "webhook_deliveries"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_deliveries_state_created_at_id_idx" ON "webhook_deliveries"("state", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_deliveries_event_id_idx" ON "webhook_deliveries"("event_id");

-- CreateIndex
CREATE INDEX "webhook_attempts_delivery_id_at_idx" ON "webhook_attempts"("delivery_id", "at");

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "outgoing_events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateIndex
CREATE INDEX "webhook_deliveries_subject_id_idx" ON "webhook_deliveries"("subject_id");

-- What is due at an endpoint, and what of a subject comes before it.
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" ("endpoint_id", "next_at", "sequence") WHERE "state" = 'waiting';
CREATE INDEX "webhook_deliveries_order" ON "webhook_deliveries" ("endpoint_id", "subject_id", "sequence") WHERE "state" = 'waiting';

CREATE FUNCTION told_moment(at timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- Whether some program wants to know of this: where none does, nothing is put together and nothing is written.
CREATE FUNCTION is_webhook_wanted(kinds text[]) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM webhook_endpoints WHERE is_on AND events && kinds)
$$;

-- Writes an event and puts it on its way to every endpoint that wants it, in the transaction of what it tells. An endpoint that is
-- just being deleted is waited for and left out, rather than the change undone.
CREATE FUNCTION tell_webhooks(kind text, subject uuid, told jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  event uuid := gen_random_uuid();
  number bigint;
  at timestamptz := date_trunc('milliseconds', coalesce(nullif(current_setting('site.now', true), '')::timestamptz, now()));
BEGIN
  IF NOT is_webhook_wanted(ARRAY[kind]) THEN RETURN; END IF;
  INSERT INTO outgoing_events (id, type, subject_id, data, occurred_at) VALUES (event, kind, subject, told, at)
    RETURNING sequence INTO number;
  INSERT INTO webhook_deliveries (id, endpoint_id, event_id, sequence, subject_id, type, round_at, next_at, created_at)
    SELECT gen_random_uuid(), e.id, event, number, subject, kind, at, at, at FROM webhook_endpoints e
    WHERE e.is_on AND kind = ANY(e.events) FOR KEY SHARE OF e;
  -- Processes that do the jobs hear it once this is committed (app/platform/broadcast.server.ts).
  PERFORM pg_notify('site', '["","outgoing-webhooks",""]');
END $$;

-- A deletion names nobody: it is noted before the user's row is made anonymous.
CREATE FUNCTION tell_user(u users, kind text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  deleted boolean;
BEGIN
  IF NOT is_webhook_wanted(ARRAY[kind, 'user.deleted']) THEN RETURN; END IF;
  deleted := EXISTS (SELECT 1 FROM account_deletions d WHERE d.user_id = u.id AND d.done_at IS NOT NULL);
  PERFORM tell_webhooks(CASE WHEN deleted THEN 'user.deleted' ELSE kind END, u.id, jsonb_build_object(
    'id', u.id, 'email', CASE WHEN NOT deleted THEN u.email END, 'name', CASE WHEN NOT deleted THEN u.name END,
    'username', CASE WHEN NOT deleted THEN u.username END, 'role', u.role, 'status', u.status, 'plan', u.plan,
    'commission_rate', u.commission_rate, 'is_email_verified', u.email_verified_at IS NOT NULL, 'referred_by', u.referred_by,
    'deleted', deleted, 'created_at', told_moment(u.created_at), 'updated_at', told_moment(u.changed_at)));
END $$;

CREATE FUNCTION tell_payment(p payments, kind text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_webhook_wanted(ARRAY[kind]) THEN RETURN; END IF;
  PERFORM tell_webhooks(kind, p.id, jsonb_build_object(
    'id', p.id, 'user_id', p.user_id, 'product', p.product, 'provider', p.provider, 'amount_cents', p.amount_cents,
    'tax_cents', p.tax_cents, 'refunded_cents', p.amount_refunded_cents, 'charged_back_cents', p.charged_back_cents,
    'disputed_cents', p.disputed_cents, 'fee_cents', p.fee_cents, 'currency', p.currency, 'status', p.status,
    'paid_at', told_moment(p.paid_at), 'created_at', told_moment(p.created_at), 'updated_at', told_moment(p.changed_at)));
END $$;

CREATE FUNCTION tell_commission(c commissions, kind text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_webhook_wanted(ARRAY[kind]) THEN RETURN; END IF;
  PERFORM tell_webhooks(kind, c.id, jsonb_build_object(
    'id', c.id, 'user_id', c.referrer_username, 'kind', c.kind, 'tier', c.tier, 'payment_id', c.payment_id,
    'commission_cents', c.commission, 'basis_cents', c.basis_cents, 'rate_percent', c.rate_percent, 'currency', c.currency,
    'available_at', told_moment(c.available_at), 'occurred_at', told_moment(c."timestamp"),
    'created_at', told_moment(c.created_at), 'updated_at', told_moment(c.changed_at)));
END $$;

-- What is told to programs that sync (changed_at) is told to those that listen.
CREATE OR REPLACE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := date_trunc('milliseconds', now());
  IF TG_TABLE_NAME = 'users' THEN
    PERFORM tell_user(NEW, 'user.updated');
  ELSIF TG_TABLE_NAME = 'payments' THEN
    PERFORM tell_payment(NEW, CASE
      WHEN OLD.amount_refunded_cents <> NEW.amount_refunded_cents THEN 'payment.refunded'
      WHEN (OLD.disputed_cents, OLD.charged_back_cents) <> (NEW.disputed_cents, NEW.charged_back_cents) THEN 'payment.disputed'
      ELSE 'payment.updated' END);
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION tell_new_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entry commissions;
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'users' THEN
      PERFORM tell_user(NEW, 'user.created');
    WHEN 'payments' THEN
      PERFORM tell_payment(NEW, CASE WHEN NEW.status = 'failed' THEN 'payment.failed' ELSE 'payment.paid' END);
    -- Payouts tell of themselves, and what earns nothing is no commission.
    WHEN 'commissions' THEN
      IF NEW.kind NOT IN ('payout', 'payout_returned', 'not_earned') THEN
        PERFORM tell_commission(NEW, CASE WHEN NEW.kind = 'reversal' THEN 'commission.reversed' ELSE 'commission.created' END);
      END IF;
    WHEN 'commission_approvals' THEN
      IF is_webhook_wanted('{commission.approved}') THEN
        SELECT * INTO entry FROM commissions WHERE id = NEW.commission_id;
        IF entry.kind NOT IN ('payout', 'payout_returned', 'not_earned') THEN
          PERFORM tell_commission(entry, 'commission.approved');
        END IF;
      END IF;
  END CASE;
  RETURN NULL;
END $$;

CREATE TRIGGER users_told AFTER INSERT ON "users" FOR EACH ROW EXECUTE FUNCTION tell_new_row();
CREATE TRIGGER payments_told AFTER INSERT ON "payments" FOR EACH ROW EXECUTE FUNCTION tell_new_row();
CREATE TRIGGER commissions_told AFTER INSERT ON "commissions" FOR EACH ROW EXECUTE FUNCTION tell_new_row();
CREATE TRIGGER commission_approvals_told AFTER INSERT ON "commission_approvals" FOR EACH ROW EXECUTE FUNCTION tell_new_row();

CREATE FUNCTION tell_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text := 'subscription.updated';
BEGIN
  IF TG_OP = 'INSERT' THEN kind := 'subscription.created';
  ELSIF NEW.status = 'canceled' AND OLD.status <> 'canceled' THEN kind := 'subscription.canceled';
  END IF;
  IF NOT is_webhook_wanted(ARRAY[kind]) THEN RETURN NULL; END IF;
  PERFORM tell_webhooks(kind, NEW.id, jsonb_build_object(
    'id', NEW.id, 'user_id', NEW.user_id, 'product', NEW.product, 'provider', NEW.provider, 'status', NEW.status,
    'amount_cents', NEW.amount, 'currency', NEW.currency, 'interval', NEW.interval,
    'current_period_start', told_moment(NEW.current_period_start), 'current_period_end', told_moment(NEW.current_period_end),
    'cancel_at_period_end', NEW.cancel_at_period_end, 'canceled_at', told_moment(NEW.canceled_at),
    'past_due_since', told_moment(NEW.past_due_since), 'is_disputed', NEW.is_disputed, 'is_refunded', NEW.is_refunded,
    'created_at', told_moment(NEW.created_at), 'updated_at', told_moment(now())));
  RETURN NULL;
END $$;

CREATE TRIGGER subscriptions_told_new AFTER INSERT ON "subscriptions" FOR EACH ROW EXECUTE FUNCTION tell_subscription();
CREATE TRIGGER subscriptions_told AFTER UPDATE ON "subscriptions" FOR EACH ROW
  WHEN ((OLD.product, OLD.status, OLD.amount, OLD.currency, OLD.interval, OLD.current_period_start, OLD.current_period_end,
      OLD.cancel_at_period_end, OLD.canceled_at, OLD.past_due_since, OLD.is_disputed, OLD.is_refunded)
    IS DISTINCT FROM
    (NEW.product, NEW.status, NEW.amount, NEW.currency, NEW.interval, NEW.current_period_start, NEW.current_period_end,
      NEW.cancel_at_period_end, NEW.canceled_at, NEW.past_due_since, NEW.is_disputed, NEW.is_refunded))
  EXECUTE FUNCTION tell_subscription();

CREATE FUNCTION tell_payout() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text := 'payout.updated';
BEGIN
  IF TG_OP = 'INSERT' THEN kind := 'payout.created';
  ELSIF NEW.state <> OLD.state AND NEW.state = 'paid' THEN kind := 'payout.paid';
  ELSIF NEW.state <> OLD.state AND NEW.state IN ('failed', 'returned', 'blocked', 'refunded', 'reversed', 'canceled')
    THEN kind := 'payout.returned';
  END IF;
  IF NOT is_webhook_wanted(ARRAY[kind]) THEN RETURN NULL; END IF;
  PERFORM tell_webhooks(kind, NEW.id, jsonb_build_object(
    'id', NEW.id, 'number', NEW.number, 'user_id', NEW.user_id, 'amount_cents', NEW.amount_cents, 'currency', NEW.currency,
    'state', NEW.state, 'fee_cents', NEW.fee_cents, 'returned_cents', NEW.returned_cents,
    'created_at', told_moment(NEW.created_at), 'paid_at', told_moment(NEW.paid_at), 'returned_at', told_moment(NEW.returned_at),
    'updated_at', told_moment(now())));
  RETURN NULL;
END $$;

CREATE TRIGGER payout_items_told_new AFTER INSERT ON "payout_items" FOR EACH ROW EXECUTE FUNCTION tell_payout();
CREATE TRIGGER payout_items_told AFTER UPDATE ON "payout_items" FOR EACH ROW
  WHEN ((OLD.state, OLD.fee_cents, OLD.paid_at, OLD.returned_at, OLD.returned_cents)
    IS DISTINCT FROM (NEW.state, NEW.fee_cents, NEW.paid_at, NEW.returned_at, NEW.returned_cents))
  EXECUTE FUNCTION tell_payout();
