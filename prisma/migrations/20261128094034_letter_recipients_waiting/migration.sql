-- migrate: without transaction
CREATE INDEX CONCURRENTLY "letter_recipients_waiting_idx" ON "letter_recipients"("letter_id", "due_at") WHERE "due_at" IS NOT NULL;
