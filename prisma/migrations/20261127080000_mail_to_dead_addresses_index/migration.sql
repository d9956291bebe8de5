-- migrate: without transaction
-- By this a letter's address is looked up: few rows, and none for most.
CREATE INDEX CONCURRENTLY "mail_outbox_no_mailbox" ON "mail_outbox" ("recipient") WHERE "has_no_mailbox";
