-- migrate: without transaction
CREATE UNIQUE INDEX CONCURRENTLY "activity_log_first_key" ON "activity_log" ("id", "created_at");
