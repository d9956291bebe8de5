-- migrate: without transaction
CREATE INDEX CONCURRENTLY "mail_suppressions_beginning_idx" ON "mail_suppressions"("address" text_pattern_ops);
