-- The outbox becomes a table of partitions, as the activity log before it.
SET LOCAL lock_timeout = '300ms';

ALTER TABLE "mail_outbox" SET SCHEMA "partitions";
-- allowed: the name is given to the table that takes its place, before anybody else can look
ALTER TABLE "partitions"."mail_outbox" RENAME TO "mail_outbox_first";
ALTER TABLE "partitions"."mail_outbox_first" DROP CONSTRAINT "mail_outbox_pkey";
ALTER TABLE "partitions"."mail_outbox_first" ADD CONSTRAINT "mail_outbox_first_pkey" PRIMARY KEY USING INDEX "mail_outbox_first_key";
DROP INDEX "partitions"."mail_outbox_key_key";
DROP TRIGGER keep_mail_key ON "partitions"."mail_outbox_first";
DROP TRIGGER forget_mail_key ON "partitions"."mail_outbox_first";

CREATE TABLE "mail_outbox" (LIKE "partitions"."mail_outbox_first" INCLUDING DEFAULTS) PARTITION BY RANGE ("created_at");
ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_pkey" PRIMARY KEY ("id", "created_at");
CREATE INDEX "mail_outbox_status_created_at_idx" ON "mail_outbox"("status", "created_at");
CREATE INDEX "mail_outbox_created_at_idx" ON "mail_outbox"("created_at" DESC);
CREATE INDEX "mail_outbox_key_idx" ON "mail_outbox" ("key") WHERE "key" IS NOT NULL;
CREATE INDEX "mail_outbox_no_mailbox" ON "mail_outbox" ("recipient") WHERE "has_no_mailbox";
CREATE INDEX "mail_outbox_waiting" ON "mail_outbox" ("lane", ("attempts" > 0), "next_attempt_at", "id") WHERE "status" = 'queued';
CREATE TRIGGER keep_mail_key BEFORE INSERT ON "mail_outbox" FOR EACH ROW WHEN (NEW.key IS NOT NULL) EXECUTE FUNCTION keep_mail_key();
CREATE TRIGGER forget_mail_key AFTER DELETE ON "mail_outbox" FOR EACH ROW WHEN (OLD.key IS NOT NULL) EXECUTE FUNCTION forget_mail_key();

DO $$
BEGIN
  EXECUTE format('ALTER TABLE mail_outbox ATTACH PARTITION partitions.mail_outbox_first FOR VALUES FROM (MINVALUE) TO (%L)',
    (SELECT obj_description(oid, 'pg_constraint') FROM pg_constraint WHERE conname = 'mail_outbox_first_ends'));
END $$;
ALTER TABLE "partitions"."mail_outbox_first" DROP CONSTRAINT "mail_outbox_first_ends";

CREATE TABLE "partitions"."mail_outbox_other" PARTITION OF "mail_outbox" DEFAULT;
