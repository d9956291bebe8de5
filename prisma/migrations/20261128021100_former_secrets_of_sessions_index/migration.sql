-- migrate: without transaction
-- A request that brings the secret from before a step-up is found by this.
CREATE UNIQUE INDEX CONCURRENTLY "sessions_former_token_hash_key" ON "sessions" ("former_token_hash");
