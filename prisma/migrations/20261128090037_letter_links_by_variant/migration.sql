-- migrate: without transaction
CREATE UNIQUE INDEX CONCURRENTLY "letter_links_letter_id_url_variant_key" ON "letter_links"("letter_id", "url", "variant");
