-- CreateTable
CREATE TABLE "unmatched_mails" (
    "id" UUID NOT NULL,
    "mail_id" TEXT NOT NULL,
    "from_address" TEXT NOT NULL,
    "from_name" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "unmatched_mails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "unmatched_mails_mail_id_key" ON "unmatched_mails"("mail_id");

-- CreateIndex
CREATE INDEX "unmatched_mails_created_at_id_idx" ON "unmatched_mails"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "unmatched_mails_from_address_idx" ON "unmatched_mails"("from_address");

ALTER TABLE unmatched_mails
  ADD CONSTRAINT unmatched_mails_reason CHECK (reason IN ('no_ticket', 'other_sender', 'too_many')),
  ADD CONSTRAINT unmatched_mails_body CHECK (length(body) <= 20000);
