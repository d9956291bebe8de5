ALTER TABLE "users" ADD COLUMN     "trial_ended_mailed_at" TIMESTAMPTZ(3);

-- Of trials that ended before there was a mail about it nobody is told now.
UPDATE "users" SET "trial_ended_mailed_at" = "trial_ends_at" WHERE "trial_ends_at" <= now();

-- Prisma cannot express partial indexes.
CREATE INDEX "users_trial_ended_to_tell_idx" ON "users"("trial_ends_at") WHERE "trial_ended_mailed_at" IS NULL AND "trial_ends_at" IS NOT NULL;
