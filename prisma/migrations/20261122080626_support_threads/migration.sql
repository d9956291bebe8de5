-- DropIndex
DROP INDEX "tickets_user_id_id_idx";

-- AlterTable
ALTER TABLE "tickets" ADD COLUMN     "confirmed_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "ticket_messages" ADD COLUMN     "form_key" UUID;

-- CreateIndex
CREATE INDEX "tickets_user_id_latest_at_id_idx" ON "tickets"("user_id", "latest_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "ticket_messages_form_key_key" ON "ticket_messages"("form_key");

-- What was asked so far was asked by accounts, and reached the team at once.
UPDATE "tickets" SET "confirmed_at" = "created_at";

ALTER TABLE tickets ADD CONSTRAINT tickets_confirmed CHECK (confirmed_at IS NOT NULL OR (user_id IS NULL AND status = 'open'));
CREATE INDEX tickets_unconfirmed_idx ON tickets (created_at) WHERE confirmed_at IS NULL;
