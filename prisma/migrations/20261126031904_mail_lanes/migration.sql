-- CreateEnum
CREATE TYPE "mail_lane" AS ENUM ('security', 'transactional', 'bulk');

-- AlterTable
ALTER TABLE "mail_outbox" ADD COLUMN     "lane" "mail_lane" NOT NULL DEFAULT 'transactional',
ADD COLUMN     "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now();

-- Letters of an earlier release that still wait.
UPDATE "mail_outbox" SET "lane" = 'bulk' WHERE "status" = 'queued' AND "headers" ? 'List-Unsubscribe';

-- What a lane sends next: first attempts before further ones, whose turn comes by time.
CREATE INDEX "mail_outbox_waiting" ON "mail_outbox" ("lane", ("attempts" > 0), "next_attempt_at", "id") WHERE "status" = 'queued';
