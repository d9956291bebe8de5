-- What says that a mail is written once has to hold for all months together, which no index over partitions can: keys have a table of
-- their own. An insert of a mail whose key is there already fails as before.
SET LOCAL lock_timeout = '300ms';

CREATE TABLE "mail_keys" (
    "key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_keys_pkey" PRIMARY KEY ("key")
);
CREATE INDEX "mail_keys_created_at_idx" ON "mail_keys"("created_at");

CREATE FUNCTION keep_mail_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO mail_keys (key, created_at) VALUES (NEW.key, NEW.created_at);
  RETURN NEW;
END $$;

-- The key of a mail that is deleted is free again.
CREATE FUNCTION forget_mail_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM mail_keys WHERE key = OLD.key;
  RETURN NULL;
END $$;

CREATE TRIGGER keep_mail_key BEFORE INSERT ON "mail_outbox" FOR EACH ROW WHEN (NEW.key IS NOT NULL) EXECUTE FUNCTION keep_mail_key();
CREATE TRIGGER forget_mail_key AFTER DELETE ON "mail_outbox" FOR EACH ROW WHEN (OLD.key IS NOT NULL) EXECUTE FUNCTION forget_mail_key();

-- As with the activity log.
DO $$
DECLARE
  ends timestamptz;
BEGIN
  PERFORM set_config('TimeZone', 'UTC', true);
  SELECT date_trunc('month', greatest(now(), max(created_at))) + interval '3 months' INTO ends FROM mail_outbox;
  EXECUTE format('ALTER TABLE mail_outbox ADD CONSTRAINT mail_outbox_first_ends CHECK (created_at < %L) NOT VALID', ends);
  EXECUTE format('COMMENT ON CONSTRAINT mail_outbox_first_ends ON mail_outbox IS %L', ends);
END $$;
