-- AlterTable
ALTER TABLE "ticket_attachments" ADD COLUMN     "unmatched_id" UUID,
ALTER COLUMN "message_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "unmatched_mails" ADD COLUMN     "ticket_number" INTEGER;

-- CreateTable
CREATE TABLE "received_mails" (
    "id" UUID NOT NULL,
    "content_hash" TEXT NOT NULL,
    "message_id" UUID,
    "unmatched_id" UUID,
    "from_address" TEXT NOT NULL,
    "from_name" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "is_cut" BOOLEAN NOT NULL DEFAULT false,
    "left_out" JSONB NOT NULL DEFAULT '[]',
    "problems" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "byte_count" INTEGER NOT NULL,
    "source" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "received_mails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "received_mails_content_hash_key" ON "received_mails"("content_hash");

-- CreateIndex
CREATE UNIQUE INDEX "received_mails_message_id_key" ON "received_mails"("message_id");

-- CreateIndex
CREATE UNIQUE INDEX "received_mails_unmatched_id_key" ON "received_mails"("unmatched_id");

-- CreateIndex
CREATE INDEX "received_mails_from_address_idx" ON "received_mails"("from_address");

-- CreateIndex
CREATE INDEX "ticket_attachments_unmatched_id_idx" ON "ticket_attachments"("unmatched_id");

-- AddForeignKey
ALTER TABLE "received_mails" ADD CONSTRAINT "received_mails_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "ticket_messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "received_mails" ADD CONSTRAINT "received_mails_unmatched_id_fkey" FOREIGN KEY ("unmatched_id") REFERENCES "unmatched_mails"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ticket_attachments" ADD CONSTRAINT "ticket_attachments_unmatched_id_fkey" FOREIGN KEY ("unmatched_id") REFERENCES "unmatched_mails"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A mail stands beside the message it became, or waits among those that fit no ticket; so does a file.
ALTER TABLE "received_mails" ADD CONSTRAINT "received_mails_of_one" CHECK (num_nonnulls("message_id", "unmatched_id") = 1);
ALTER TABLE "ticket_attachments" ADD CONSTRAINT "ticket_attachments_of_one" CHECK (num_nonnulls("message_id", "unmatched_id") = 1) NOT VALID;

-- It is compressed already.
ALTER TABLE "received_mails" ALTER COLUMN "source" SET STORAGE EXTERNAL;

-- What programs send is kept for some days too.
ALTER TABLE "unmatched_mails" DROP CONSTRAINT "unmatched_mails_reason";
ALTER TABLE "unmatched_mails" ADD CONSTRAINT "unmatched_mails_reason"
  CHECK ("reason" IN ('no_ticket', 'other_sender', 'too_many', 'automatic'));

-- Tickets of somebody without an account are found by their address.
CREATE INDEX "tickets_email_idx" ON "tickets"("email");
