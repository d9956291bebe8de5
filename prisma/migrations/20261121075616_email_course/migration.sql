-- AlterTable
ALTER TABLE "mail_outbox" ADD COLUMN     "headers" JSONB NOT NULL DEFAULT '{}';

-- CreateTable
CREATE TABLE "email_course_subscriptions" (
    "user_id" UUID NOT NULL,
    "subscribed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "unsubscribed_at" TIMESTAMPTZ(3),
    "last_letter" INTEGER NOT NULL DEFAULT 0,
    "next_due_at" TIMESTAMPTZ(3),

    CONSTRAINT "email_course_subscriptions_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "email_course_letters" (
    "user_id" UUID NOT NULL,
    "letter" INTEGER NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "unsubscribe_token_hash" BYTEA NOT NULL,

    CONSTRAINT "email_course_letters_pkey" PRIMARY KEY ("user_id","letter")
);

-- CreateIndex
CREATE INDEX "email_course_subscriptions_next_due_at_idx" ON "email_course_subscriptions"("next_due_at");

-- CreateIndex
CREATE UNIQUE INDEX "email_course_letters_unsubscribe_token_hash_key" ON "email_course_letters"("unsubscribe_token_hash");

-- AddForeignKey
ALTER TABLE "email_course_subscriptions" ADD CONSTRAINT "email_course_subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email_course_letters" ADD CONSTRAINT "email_course_letters_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Who is unsubscribed is owed no letter.
ALTER TABLE "email_course_subscriptions"
  ADD CONSTRAINT "email_course_subscriptions_last_letter" CHECK ("last_letter" >= 0),
  ADD CONSTRAINT "email_course_subscriptions_due" CHECK ("unsubscribed_at" IS NULL OR "next_due_at" IS NULL);

ALTER TABLE "email_course_letters"
  ADD CONSTRAINT "email_course_letters_letter" CHECK ("letter" >= 1);
