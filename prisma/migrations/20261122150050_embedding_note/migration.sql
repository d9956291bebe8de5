ALTER TABLE "search_state" ADD COLUMN "embedding_note" TEXT;
