-- DropIndex
DROP INDEX "tickets_status_latest_at_idx";

-- DropIndex
DROP INDEX "tickets_assignee_id_status_idx";

-- CreateTable
CREATE TABLE "canned_answers" (
    "id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "canned_answers_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "canned_answers_title_key" ON "canned_answers"("title");

-- CreateIndex
CREATE INDEX "tickets_status_latest_at_id_idx" ON "tickets"("status", "latest_at", "id");

-- CreateIndex
CREATE INDEX "tickets_assignee_id_status_latest_at_id_idx" ON "tickets"("assignee_id", "status", "latest_at", "id");

-- CreateIndex
CREATE INDEX "tickets_latest_at_id_idx" ON "tickets"("latest_at", "id");

-- What the inbox searches.
CREATE INDEX tickets_search_idx ON tickets USING gin (lower(subject || ' ' || name || ' ' || email) gin_trgm_ops);

ALTER TABLE canned_answers
  ADD CONSTRAINT canned_answers_title CHECK (length(title) BETWEEN 1 AND 80),
  ADD CONSTRAINT canned_answers_body CHECK (length(body) BETWEEN 1 AND 5000);
