-- CreateEnum
CREATE TYPE "adjustment_state" AS ENUM ('waiting', 'made', 'declined');

-- CreateTable
CREATE TABLE "commission_adjustments" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "cents" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "state" "adjustment_state" NOT NULL,
    "form_key" UUID NOT NULL,
    "requested_by" UUID,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by" UUID,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "commission_adjustments_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "commission_adjustments_form_key_key" ON "commission_adjustments"("form_key");

-- CreateIndex
CREATE INDEX "commission_adjustments_requested_at_id_idx" ON "commission_adjustments"("requested_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "commission_adjustments_user_id_requested_at_idx" ON "commission_adjustments"("user_id", "requested_at" DESC);

-- CreateIndex
CREATE INDEX "commission_adjustments_requested_by_idx" ON "commission_adjustments"("requested_by");

-- CreateIndex
CREATE INDEX "commission_adjustments_decided_by_idx" ON "commission_adjustments"("decided_by");

-- CreateIndex
CREATE INDEX "commissions_timestamp_id_idx" ON "commissions"("timestamp" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "commissions_kind_timestamp_id_idx" ON "commissions"("kind", "timestamp" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "payout_items_state_number_idx" ON "payout_items"("state", "number" DESC);

-- AddForeignKey
ALTER TABLE "commission_adjustments" ADD CONSTRAINT "commission_adjustments_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commission_adjustments" ADD CONSTRAINT "commission_adjustments_requested_by_fkey" FOREIGN KEY ("requested_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commission_adjustments" ADD CONSTRAINT "commission_adjustments_decided_by_fkey" FOREIGN KEY ("decided_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Nobody approves what they asked for, and nothing above $500 is made without somebody else.
ALTER TABLE "commission_adjustments"
  ADD CONSTRAINT "commission_adjustments_cents" CHECK ("cents" <> 0),
  ADD CONSTRAINT "commission_adjustments_decided" CHECK (("state" = 'declined') <= ("decided_at" IS NOT NULL)
    AND ("state" = 'waiting') <= ("decided_at" IS NULL)),
  ADD CONSTRAINT "commission_adjustments_two_admins" CHECK ("state" <> 'made' OR "decided_by" IS NULL OR "requested_by" IS NULL
    OR "decided_by" <> "requested_by"),
  ADD CONSTRAINT "commission_adjustments_large" CHECK ("state" <> 'made' OR abs("cents") <= 50000 OR "decided_at" IS NOT NULL);

-- What waits is looked for at every look at the dashboard.
CREATE INDEX "commission_adjustments_waiting_idx" ON "commission_adjustments"("requested_at") WHERE "state" = 'waiting';
