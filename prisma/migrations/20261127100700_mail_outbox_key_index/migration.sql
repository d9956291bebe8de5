-- migrate: without transaction
CREATE INDEX CONCURRENTLY "mail_outbox_key_idx" ON "mail_outbox" ("key") WHERE "key" IS NOT NULL;
