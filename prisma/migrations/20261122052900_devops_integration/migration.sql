-- AlterTable
ALTER TABLE "commissions" ADD COLUMN     "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT date_trunc('milliseconds', now());

-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT date_trunc('milliseconds', now());

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT date_trunc('milliseconds', now());

-- CreateTable
CREATE TABLE "devops_keys" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "permissions" TEXT[],
    "token_hash" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "last_used" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "replaced_by" UUID,

    CONSTRAINT "devops_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "devops_calls" (
    "id" UUID NOT NULL,
    "key_id" UUID NOT NULL,
    "resource" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "rows" INTEGER NOT NULL,
    "has_more" BOOLEAN NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "devops_calls_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "site_starts" (
    "id" UUID NOT NULL,
    "build" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "site_starts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "devops_keys_token_hash_key" ON "devops_keys"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "devops_keys_replaced_by_key" ON "devops_keys"("replaced_by");

-- CreateIndex
CREATE INDEX "devops_keys_created_by_idx" ON "devops_keys"("created_by");

-- CreateIndex
CREATE INDEX "devops_keys_created_at_id_idx" ON "devops_keys"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "devops_calls_at_idx" ON "devops_calls"("at" DESC);

-- CreateIndex
CREATE INDEX "devops_calls_key_id_idx" ON "devops_calls"("key_id");

-- CreateIndex
CREATE INDEX "site_starts_started_at_idx" ON "site_starts"("started_at" DESC);

-- CreateIndex
CREATE INDEX "commissions_changed_at_id_idx" ON "commissions"("changed_at", "id");

-- CreateIndex
CREATE INDEX "payments_changed_at_id_idx" ON "payments"("changed_at", "id");

-- CreateIndex
CREATE INDEX "users_changed_at_id_idx" ON "users"("changed_at", "id");

-- AddForeignKey
ALTER TABLE "devops_keys" ADD CONSTRAINT "devops_keys_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "devops_keys" ADD CONSTRAINT "devops_keys_replaced_by_fkey" FOREIGN KEY ("replaced_by") REFERENCES "devops_keys"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "devops_calls" ADD CONSTRAINT "devops_calls_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "devops_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What programs are told of a row is as old as the transaction that changed it: whoever syncs reads up to the oldest one that runs.
CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := date_trunc('milliseconds', now());
  RETURN NEW;
END $$;

CREATE TRIGGER users_changed BEFORE UPDATE ON "users" FOR EACH ROW
  WHEN ((OLD.email, OLD.name, OLD.username, OLD.role, OLD.status, OLD.plan, OLD.commission_rate, OLD.email_verified_at, OLD.referred_by)
    IS DISTINCT FROM
    (NEW.email, NEW.name, NEW.username, NEW.role, NEW.status, NEW.plan, NEW.commission_rate, NEW.email_verified_at, NEW.referred_by))
  EXECUTE FUNCTION note_change();

CREATE TRIGGER payments_changed BEFORE UPDATE ON "payments" FOR EACH ROW
  WHEN ((OLD.amount_cents, OLD.tax_cents, OLD.amount_refunded_cents, OLD.charged_back_cents, OLD.disputed_cents, OLD.fee_cents, OLD.status)
    IS DISTINCT FROM
    (NEW.amount_cents, NEW.tax_cents, NEW.amount_refunded_cents, NEW.charged_back_cents, NEW.disputed_cents, NEW.fee_cents, NEW.status))
  EXECUTE FUNCTION note_change();
