-- CreateEnum
CREATE TYPE "passage_audience" AS ENUM ('public', 'member', 'affiliate');

-- CreateTable
CREATE TABLE "search_passages" (
    "id" TEXT NOT NULL,
    "audience" "passage_audience" NOT NULL,
    "kind" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "heading" TEXT NOT NULL DEFAULT '',
    "place" TEXT NOT NULL DEFAULT '',
    "body" TEXT NOT NULL,
    "full_text" tsvector NOT NULL GENERATED ALWAYS AS (
        setweight(to_tsvector('library', "heading"), 'A') || setweight(to_tsvector('library', "title"), 'B') ||
        setweight(to_tsvector('library', "place"), 'C') || setweight(to_tsvector('library', "body"), 'D')
    ) STORED,

    CONSTRAINT "search_passages_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "search_passages_full_text_idx" ON "search_passages" USING GIN ("full_text");

-- Answers "headings like this question".
CREATE INDEX "search_passages_headings_idx" ON "search_passages" USING GIN (("heading" || ' ' || "title") gin_trgm_ops);
