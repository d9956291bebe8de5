-- AlterTable
ALTER TABLE "assistant_conversations" ADD COLUMN     "summarized_to" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "summary" TEXT;

-- AlterTable
ALTER TABLE "assistant_messages" ADD COLUMN     "handled_at" TIMESTAMPTZ(3),
ADD COLUMN     "proposal" JSONB,
ADD COLUMN     "ticket_number" INTEGER;

-- CreateTable
CREATE TABLE "assistant_days" (
    "day" DATE NOT NULL,
    "messages" INTEGER NOT NULL DEFAULT 0,
    "input_tokens" INTEGER NOT NULL DEFAULT 0,
    "output_tokens" INTEGER NOT NULL DEFAULT 0,
    "cost_micros" BIGINT NOT NULL DEFAULT 0,
    "unanswered" INTEGER NOT NULL DEFAULT 0,
    "fallbacks" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "assistant_days_pkey" PRIMARY KEY ("day")
);

-- What an admin has not dealt with yet: answers without certainty, and such as were found unhelpful.
DROP INDEX "assistant_messages_unanswered_idx";
CREATE INDEX "assistant_messages_unanswered_idx" ON "assistant_messages" ("created_at" DESC, "id" DESC)
  WHERE "standing" IN ('near', 'unknown') AND "handled_at" IS NULL;
CREATE INDEX "assistant_messages_unhelpful_idx" ON "assistant_messages" ("created_at" DESC, "id" DESC)
  WHERE "rating" = -1 AND "handled_at" IS NULL;
