-- CreateTable
CREATE TABLE "failed_jobs" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "error" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL,
    "failed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "failed_jobs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "failed_jobs_failed_at_idx" ON "failed_jobs"("failed_at" DESC);

-- A job that gives up again is the same job.
CREATE UNIQUE INDEX "failed_jobs_kind_data_key" ON "failed_jobs"("kind", "data");
