-- AlterTable
ALTER TABLE "mail_outbox" ADD COLUMN     "has_no_mailbox" BOOLEAN NOT NULL DEFAULT false;
