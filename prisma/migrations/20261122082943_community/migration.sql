-- CreateEnum
CREATE TYPE "report_reason" AS ENUM ('spam', 'abuse', 'private', 'other');

-- CreateTable
CREATE TABLE "community_threads" (
    "id" UUID NOT NULL,
    "topic" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "author_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "latest_at" TIMESTAMPTZ(3) NOT NULL,
    "reply_count" INTEGER NOT NULL DEFAULT 0,
    "accepted_id" UUID,
    "is_hidden" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "community_threads_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "community_posts" (
    "id" UUID NOT NULL,
    "thread_id" UUID NOT NULL,
    "author_id" UUID,
    "is_opening" BOOLEAN NOT NULL DEFAULT false,
    "body" TEXT NOT NULL,
    "form_key" UUID NOT NULL,
    "helpful_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "edited_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "removed_at" TIMESTAMPTZ(3),
    "removed_reason" TEXT,

    CONSTRAINT "community_posts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "community_edits" (
    "id" UUID NOT NULL,
    "post_id" UUID NOT NULL,
    "body" TEXT NOT NULL,
    "written_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "community_edits_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "community_votes" (
    "post_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,

    CONSTRAINT "community_votes_pkey" PRIMARY KEY ("post_id","user_id")
);

-- CreateTable
CREATE TABLE "community_follows" (
    "thread_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,

    CONSTRAINT "community_follows_pkey" PRIMARY KEY ("thread_id","user_id")
);

-- CreateTable
CREATE TABLE "community_mentions" (
    "post_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,

    CONSTRAINT "community_mentions_pkey" PRIMARY KEY ("post_id","user_id")
);

-- CreateTable
CREATE TABLE "community_reports" (
    "id" UUID NOT NULL,
    "post_id" UUID NOT NULL,
    "reporter_id" UUID,
    "reason" "report_reason" NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "handled_at" TIMESTAMPTZ(3),

    CONSTRAINT "community_reports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "community_suspensions" (
    "user_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "community_suspensions_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "search_threads" (
    "id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "full_text" tsvector NOT NULL,
    "open_text" tsvector NOT NULL,

    CONSTRAINT "search_threads_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "community_threads_accepted_id_key" ON "community_threads"("accepted_id");

-- CreateIndex
CREATE INDEX "community_threads_author_id_id_idx" ON "community_threads"("author_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "community_posts_form_key_key" ON "community_posts"("form_key");

-- CreateIndex
CREATE INDEX "community_posts_author_id_id_idx" ON "community_posts"("author_id", "id");

-- CreateIndex
CREATE INDEX "community_edits_post_id_written_at_idx" ON "community_edits"("post_id", "written_at");

-- CreateIndex
CREATE INDEX "community_votes_user_id_idx" ON "community_votes"("user_id");

-- CreateIndex
CREATE INDEX "community_follows_user_id_idx" ON "community_follows"("user_id");

-- CreateIndex
CREATE INDEX "community_mentions_user_id_idx" ON "community_mentions"("user_id");

-- CreateIndex
CREATE INDEX "community_reports_reporter_id_idx" ON "community_reports"("reporter_id");

-- CreateIndex
CREATE UNIQUE INDEX "community_reports_post_id_reporter_id_key" ON "community_reports"("post_id", "reporter_id");

-- AddForeignKey
ALTER TABLE "community_threads" ADD CONSTRAINT "community_threads_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "community_threads" ADD CONSTRAINT "community_threads_accepted_id_fkey" FOREIGN KEY ("accepted_id") REFERENCES "community_posts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "community_posts" ADD CONSTRAINT "community_posts_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "community_threads"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "community_posts" ADD CONSTRAINT "community_posts_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "community_edits" ADD CONSTRAINT "community_edits_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "community_posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "community_votes" ADD CONSTRAINT "community_votes_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "community_posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "community_votes" ADD CONSTRAINT "community_votes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "community_follows" ADD CONSTRAINT "community_follows_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "community_threads"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "community_follows" ADD CONSTRAINT "community_follows_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "community_mentions" ADD CONSTRAINT "community_mentions_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "community_posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "community_mentions" ADD CONSTRAINT "community_mentions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "community_reports" ADD CONSTRAINT "community_reports_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "community_posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "community_reports" ADD CONSTRAINT "community_reports_reporter_id_fkey" FOREIGN KEY ("reporter_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "community_suspensions" ADD CONSTRAINT "community_suspensions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Lists of threads, by key.
CREATE INDEX "community_threads_latest_idx" ON "community_threads" (latest_at DESC, id DESC) WHERE NOT is_hidden;
CREATE INDEX "community_threads_topic_idx" ON "community_threads" (topic, latest_at DESC, id DESC) WHERE NOT is_hidden;
CREATE INDEX "community_threads_unanswered_idx" ON "community_threads" (latest_at DESC, id DESC) WHERE NOT is_hidden AND reply_count = 0;
-- A thread's replies, by key, and what opens it: one.
CREATE INDEX "community_posts_replies_idx" ON "community_posts" (thread_id, created_at, id) WHERE NOT is_opening;
CREATE UNIQUE INDEX "community_posts_opening_idx" ON "community_posts" (thread_id) WHERE is_opening;
-- What moderators have to decide.
CREATE INDEX "community_reports_open_idx" ON "community_reports" (created_at, id) WHERE handled_at IS NULL;
CREATE INDEX "community_posts_removed_idx" ON "community_posts" (removed_at DESC, id DESC) WHERE removed_at IS NOT NULL;

ALTER TABLE "community_threads"
  ADD CONSTRAINT "community_threads_title_check" CHECK (length(title) BETWEEN 1 AND 150),
  ADD CONSTRAINT "community_threads_replies_check" CHECK (reply_count >= 0);
ALTER TABLE "community_posts"
  ADD CONSTRAINT "community_posts_body_check" CHECK (length(body) <= 5000),
  ADD CONSTRAINT "community_posts_helpful_check" CHECK (helpful_count >= 0),
  ADD CONSTRAINT "community_posts_removed_check" CHECK ((removed_at IS NULL) = (removed_reason IS NULL));

ALTER TABLE "search_threads"
  DROP COLUMN "full_text", DROP COLUMN "open_text",
  ADD COLUMN "full_text" tsvector NOT NULL GENERATED ALWAYS AS (
    setweight(to_tsvector('library', title), 'A') || setweight(to_tsvector('library', body), 'C')) STORED,
  ADD COLUMN "open_text" tsvector NOT NULL GENERATED ALWAYS AS (setweight(to_tsvector('library', title), 'A')) STORED;
CREATE INDEX "search_threads_full_text_idx" ON "search_threads" USING GIN (full_text);
CREATE INDEX "search_threads_open_text_idx" ON "search_threads" USING GIN (open_text);
