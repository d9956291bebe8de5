-- DropIndex
DROP INDEX "letter_links_letter_id_url_key";
