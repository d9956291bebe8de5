-- Both are trusted extensions of the Postgres distribution: the owner of the database may create them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

-- English with accents taken off, so that "cafe" finds "café".
CREATE TEXT SEARCH CONFIGURATION library (COPY = english);
ALTER TEXT SEARCH CONFIGURATION library
    ALTER MAPPING FOR hword, hword_part, word WITH unaccent, english_stem;

-- CreateEnum
CREATE TYPE "search_kind" AS ENUM ('course', 'module', 'guide', 'playbook', 'series', 'letter', 'question', 'legal');

-- CreateEnum
CREATE TYPE "search_visibility" AS ENUM ('public', 'member');

-- CreateTable
CREATE TABLE "search_documents" (
    "id" TEXT NOT NULL,
    "kind" "search_kind" NOT NULL,
    "visibility" "search_visibility" NOT NULL,
    "path" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "place" TEXT NOT NULL DEFAULT '',
    "body" TEXT NOT NULL,
    "topic" TEXT,
    "level" TEXT,
    "full_text" tsvector NOT NULL GENERATED ALWAYS AS (
        setweight(to_tsvector('library', "title"), 'A') || setweight(to_tsvector('library', "summary"), 'B') ||
        setweight(to_tsvector('library', "body"), 'C') || setweight(to_tsvector('library', "place"), 'D')
    ) STORED,
    "open_text" tsvector NOT NULL GENERATED ALWAYS AS (
        setweight(to_tsvector('library', "title"), 'A') || setweight(to_tsvector('library', "summary"), 'B') ||
        setweight(to_tsvector('library', CASE "visibility" WHEN 'public' THEN "body" ELSE '' END), 'C') ||
        setweight(to_tsvector('library', "place"), 'D')
    ) STORED,

    CONSTRAINT "search_documents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "search_words" (
    "word" TEXT NOT NULL,
    "documents" INTEGER NOT NULL,
    "is_open" BOOLEAN NOT NULL,

    CONSTRAINT "search_words_pkey" PRIMARY KEY ("word")
);

-- CreateTable
CREATE TABLE "search_state" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "fingerprint" TEXT NOT NULL,
    "indexed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "search_state_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "search_state" ADD CONSTRAINT "search_state_one_row" CHECK ("id" = 1);

CREATE INDEX "search_documents_full_text_idx" ON "search_documents" USING GIN ("full_text");
CREATE INDEX "search_documents_open_text_idx" ON "search_documents" USING GIN ("open_text");

-- Answers "the words most like this one" in order of likeness.
CREATE INDEX "search_words_trigram_idx" ON "search_words" USING GIST ("word" gist_trgm_ops);
