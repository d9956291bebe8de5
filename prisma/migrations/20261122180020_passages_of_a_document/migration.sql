-- The passages of one document, which what search shows of it is taken from: their ids are its own with a number behind it.
CREATE INDEX "search_passages_document_idx" ON "search_passages" (split_part("id", '#', 1));
