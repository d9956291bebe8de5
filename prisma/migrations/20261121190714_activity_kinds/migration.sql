-- AlterTable
ALTER TABLE "activity_log" ADD COLUMN     "details" JSONB,
ADD COLUMN     "subject_id" TEXT,
ADD COLUMN     "subject_type" TEXT,
ALTER COLUMN "description" DROP NOT NULL;

-- CreateIndex
CREATE INDEX "activity_log_subject_type_subject_id_created_at_idx" ON "activity_log"("subject_type", "subject_id", "created_at" DESC);

-- Entries from before there were kinds: those whose words say all become an entry of their kind, the others keep their words.
UPDATE "activity_log" SET "type" = "kinds"."kind", "description" = NULL
FROM (VALUES
  ('New member registered', 'member_registered'),
  ('Registration tried again for an existing account', 'registration_repeated'),
  ('E-mail address verified', 'email_verified'),
  ('Password reset requested', 'password_reset_requested'),
  ('Password changed', 'password_changed'),
  ('Profile updated', 'profile_updated'),
  ('Subscribed to the email course', 'email_course_subscribed'),
  ('Unsubscribed from the email course', 'email_course_unsubscribed'),
  ('Member joined the affiliate programme', 'affiliate_joined'),
  ('Membership started', 'membership_started'),
  ('Membership ended', 'membership_ended'),
  ('Cancellation taken back', 'cancellation_withdrawn'),
  ('A second subscription was cancelled and is being refunded: the member already has one', 'second_subscription_canceled'),
  ('Payment disputed', 'payment_disputed'),
  ('Dispute won', 'dispute_won'),
  ('Dispute lost', 'dispute_lost')
) AS "kinds" ("words", "kind")
WHERE "activity_log"."description" = "kinds"."words";

UPDATE "activity_log" SET "type" = 'general' WHERE "description" IS NOT NULL;
