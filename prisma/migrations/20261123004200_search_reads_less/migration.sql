-- Title and summary alone, which ranking asks three times: the vectors of all a piece says are long, and fetched anew each time.
ALTER TABLE "search_documents" ADD COLUMN "head_text" tsvector NOT NULL GENERATED ALWAYS AS (
    setweight(to_tsvector('library', "title"), 'A') || setweight(to_tsvector('library', "summary"), 'B')
) STORED;

-- What a passage says under its heading, by which the one that is shown of a piece is chosen.
ALTER TABLE "search_passages" ADD COLUMN "body_text" tsvector NOT NULL GENERATED ALWAYS AS (
    setweight(to_tsvector('library', "body"), 'D')
) STORED;
