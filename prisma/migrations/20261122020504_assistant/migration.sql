-- CreateEnum
CREATE TYPE "assistant_sender" AS ENUM ('user', 'ai');

-- CreateTable
CREATE TABLE "assistant_conversations" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_message_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "assistant_conversations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "assistant_messages" (
    "id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "sender" "assistant_sender" NOT NULL,
    "text" TEXT NOT NULL,
    "citations" JSONB NOT NULL DEFAULT '[]',
    "standing" TEXT,
    "writer" TEXT,
    "rating" SMALLINT,
    "request_key" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "assistant_messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "assistant_usage" (
    "day" DATE NOT NULL,
    "user_id" UUID NOT NULL,
    "messages" INTEGER NOT NULL DEFAULT 0,
    "input_tokens" INTEGER NOT NULL DEFAULT 0,
    "output_tokens" INTEGER NOT NULL DEFAULT 0,
    "cost_micros" BIGINT NOT NULL DEFAULT 0,
    "unanswered" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "assistant_usage_pkey" PRIMARY KEY ("day","user_id")
);

-- CreateIndex
CREATE INDEX "assistant_conversations_user_id_last_message_at_id_idx" ON "assistant_conversations"("user_id", "last_message_at" DESC, "id");

-- CreateIndex
CREATE INDEX "assistant_conversations_last_message_at_idx" ON "assistant_conversations"("last_message_at");

-- CreateIndex
CREATE UNIQUE INDEX "assistant_messages_conversation_id_position_key" ON "assistant_messages"("conversation_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "assistant_messages_user_id_request_key_key" ON "assistant_messages"("user_id", "request_key");

-- CreateIndex
CREATE INDEX "assistant_usage_user_id_idx" ON "assistant_usage"("user_id");

-- AddForeignKey
ALTER TABLE "assistant_conversations" ADD CONSTRAINT "assistant_conversations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "assistant_messages" ADD CONSTRAINT "assistant_messages_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "assistant_conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "assistant_messages" ADD CONSTRAINT "assistant_messages_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "assistant_usage" ADD CONSTRAINT "assistant_usage_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "assistant_messages" ADD CONSTRAINT "assistant_messages_rating" CHECK ("rating" IN (1, -1));
ALTER TABLE "assistant_messages" ADD CONSTRAINT "assistant_messages_turns" CHECK (("sender" = 'user') = ("position" % 2 = 1));

-- What members found no help in, for those who write the library.
CREATE INDEX "assistant_messages_unanswered_idx" ON "assistant_messages" ("created_at") WHERE "standing" IN ('near', 'unknown');
CREATE INDEX "assistant_messages_thumbs_down_idx" ON "assistant_messages" ("created_at") WHERE "rating" = -1;
