-- CreateEnum
CREATE TYPE "letter_state" AS ENUM ('draft', 'scheduled', 'sending', 'stopped', 'sent');

-- CreateTable
CREATE TABLE "letters" (
    "id" UUID NOT NULL,
    "subject" TEXT NOT NULL,
    "preheader" TEXT NOT NULL DEFAULT '',
    "body" TEXT NOT NULL DEFAULT '',
    "kind" TEXT NOT NULL DEFAULT 'news',
    "goes_to_all" BOOLEAN NOT NULL DEFAULT false,
    "segment_id" UUID,
    "may_be_second" BOOLEAN NOT NULL DEFAULT false,
    "state" "letter_state" NOT NULL DEFAULT 'draft',
    "send_at" TIMESTAMPTZ(3),
    "problem" TEXT,
    "audience" JSONB,
    "last_user_id" UUID,
    "created_by" UUID,
    "sent_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "letters_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "letter_recipients" (
    "letter_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "mail_id" UUID,
    "skipped_because" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "unsubscribed_at" TIMESTAMPTZ(3),

    CONSTRAINT "letter_recipients_pkey" PRIMARY KEY ("letter_id","user_id")
);

-- CreateTable
CREATE TABLE "letter_links" (
    "id" UUID NOT NULL,
    "letter_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "clicks" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "letter_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "email_refusals" (
    "user_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "refused_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "email_refusals_pkey" PRIMARY KEY ("user_id","kind")
);

-- CreateIndex
CREATE INDEX "letters_segment_id_idx" ON "letters"("segment_id");

-- CreateIndex
CREATE INDEX "letters_created_by_idx" ON "letters"("created_by");

-- CreateIndex
CREATE INDEX "letters_sent_by_idx" ON "letters"("sent_by");

-- CreateIndex
CREATE INDEX "letters_state_send_at_idx" ON "letters"("state", "send_at");

-- CreateIndex
CREATE INDEX "letter_recipients_user_id_at_idx" ON "letter_recipients"("user_id", "at");

-- CreateIndex
CREATE UNIQUE INDEX "letter_links_letter_id_url_key" ON "letter_links"("letter_id", "url");

-- AddForeignKey
ALTER TABLE "letters" ADD CONSTRAINT "letters_segment_id_fkey" FOREIGN KEY ("segment_id") REFERENCES "segments"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "letters" ADD CONSTRAINT "letters_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "letters" ADD CONSTRAINT "letters_sent_by_fkey" FOREIGN KEY ("sent_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "letter_recipients" ADD CONSTRAINT "letter_recipients_letter_id_fkey" FOREIGN KEY ("letter_id") REFERENCES "letters"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "letter_recipients" ADD CONSTRAINT "letter_recipients_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "letter_links" ADD CONSTRAINT "letter_links_letter_id_fkey" FOREIGN KEY ("letter_id") REFERENCES "letters"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email_refusals" ADD CONSTRAINT "email_refusals_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
