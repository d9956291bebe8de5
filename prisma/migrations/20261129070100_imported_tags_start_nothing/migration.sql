-- Tagged: each time the tag is added. A tag that an import brought, in the moment in which it made the account, starts nothing: it sends no
-- emails.
CREATE OR REPLACE FUNCTION "start_sequences_of_tag"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM "imported_people" i WHERE i."user_id" = NEW."user_id" AND i."imported_at" = NEW."added_at"
  ) THEN
    PERFORM "start_sequences"(NEW."user_id", 'tagged', NEW."tag", 'tag ' || NEW."id");
  END IF;
  RETURN NULL;
END $$;
