-- AlterTable
ALTER TABLE "mail_outbox" ADD COLUMN     "claimed_at" TIMESTAMPTZ(3);
