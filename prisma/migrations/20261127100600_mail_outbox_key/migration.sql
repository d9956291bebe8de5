-- migrate: without transaction
CREATE UNIQUE INDEX CONCURRENTLY "mail_outbox_first_key" ON "mail_outbox" ("id", "created_at");
