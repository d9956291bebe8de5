-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "compared_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "webhook_events" ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "error" TEXT,
ADD COLUMN     "payload" JSONB;

-- CreateTable
CREATE TABLE "reconciliation_runs" (
    "id" UUID NOT NULL,
    "provider" "payment_provider" NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "read_from" TIMESTAMPTZ(3) NOT NULL,
    "read_until" TIMESTAMPTZ(3) NOT NULL,
    "seen_count" INTEGER NOT NULL DEFAULT 0,
    "applied_count" INTEGER NOT NULL DEFAULT 0,
    "failed_count" INTEGER NOT NULL DEFAULT 0,
    "compared_count" INTEGER NOT NULL DEFAULT 0,
    "repaired_count" INTEGER NOT NULL DEFAULT 0,
    "notes" TEXT[],

    CONSTRAINT "reconciliation_runs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "reconciliation_runs_provider_started_at_idx" ON "reconciliation_runs"("provider", "started_at" DESC);

-- The few events that wait are looked for often.
CREATE INDEX "webhook_events_waiting_idx" ON "webhook_events"("created_at") WHERE "processed_at" IS NULL;
