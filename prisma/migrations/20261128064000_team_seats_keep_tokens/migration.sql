-- A seat keeps the hash of the token that it was taken with: a second press of the same button then changes nothing.
ALTER TABLE "team_seats" DROP CONSTRAINT "team_seats_invited_or_taken";
ALTER TABLE "team_seats" ADD CONSTRAINT "team_seats_invited_or_taken" CHECK (
  ("user_id" IS NULL AND "joined_at" IS NULL AND "shared_at" IS NULL AND "invited_email" IS NOT NULL
    AND "token_hash" IS NOT NULL AND "sent_at" IS NOT NULL AND "expires_at" IS NOT NULL)
  OR ("user_id" IS NOT NULL AND "joined_at" IS NOT NULL AND "invited_email" IS NULL AND "expires_at" IS NULL)) NOT VALID;
