-- migrate: without transaction
-- The admins' page of the auth API counts its sessions, which are few among those of browsers.
CREATE INDEX CONCURRENTLY "sessions_api" ON "sessions" ("expires_at", "user_id") WHERE "kind" = 'api' AND "revoked_at" IS NULL;
