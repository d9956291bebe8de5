-- CreateEnum
CREATE TYPE "content_version_kind" AS ENUM ('text', 'archived', 'file');

-- CreateEnum
CREATE TYPE "content_version_state" AS ENUM ('draft', 'scheduled', 'published', 'past');

-- CreateTable
CREATE TABLE "content_versions" (
    "id" UUID NOT NULL,
    "path" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "kind" "content_version_kind" NOT NULL,
    "text" TEXT,
    "state" "content_version_state" NOT NULL,
    "publish_at" TIMESTAMPTZ(3),
    "published_at" TIMESTAMPTZ(3),
    "problem" TEXT,
    "note" TEXT,
    "author_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "content_versions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "content_versions_author_id_idx" ON "content_versions"("author_id");

-- CreateIndex
CREATE UNIQUE INDEX "content_versions_path_number_key" ON "content_versions"("path", "number");

-- AddForeignKey
ALTER TABLE "content_versions" ADD CONSTRAINT "content_versions_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Rules that the schema cannot say
ALTER TABLE "content_versions"
  ADD CONSTRAINT "content_versions_text_check" CHECK (("kind" = 'text') = ("text" IS NOT NULL)),
  ADD CONSTRAINT "content_versions_publish_at_check" CHECK ("state" <> 'scheduled' OR "publish_at" IS NOT NULL),
  ADD CONSTRAINT "content_versions_number_check" CHECK ("number" > 0);

-- One stands over the file, and one waits
CREATE UNIQUE INDEX "content_versions_published_key" ON "content_versions"("path") WHERE "state" = 'published';
CREATE UNIQUE INDEX "content_versions_waiting_key" ON "content_versions"("path") WHERE "state" IN ('draft', 'scheduled');
CREATE INDEX "content_versions_publish_at_idx" ON "content_versions"("publish_at") WHERE "state" = 'scheduled';
