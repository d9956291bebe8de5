-- CreateEnum
CREATE TYPE "ticket_status" AS ENUM ('open', 'answered', 'closed');

-- CreateEnum
CREATE TYPE "ticket_author" AS ENUM ('asker', 'team', 'note');

-- CreateTable
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "permissions" TEXT[],
    "token_hash" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,
    "form_key" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tickets" (
    "id" UUID NOT NULL,
    "number" SERIAL NOT NULL,
    "user_id" UUID,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "area" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "status" "ticket_status" NOT NULL DEFAULT 'open',
    "assignee_id" UUID,
    "form_key" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "latest_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "tickets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ticket_messages" (
    "id" UUID NOT NULL,
    "ticket_id" UUID NOT NULL,
    "author" "ticket_author" NOT NULL,
    "author_id" UUID,
    "body" TEXT NOT NULL,
    "mail_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ticket_messages_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_token_hash_key" ON "api_keys"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_form_key_key" ON "api_keys"("form_key");

-- CreateIndex
CREATE INDEX "api_keys_user_id_id_idx" ON "api_keys"("user_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "tickets_number_key" ON "tickets"("number");

-- CreateIndex
CREATE UNIQUE INDEX "tickets_form_key_key" ON "tickets"("form_key");

-- CreateIndex
CREATE INDEX "tickets_user_id_id_idx" ON "tickets"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "tickets_status_latest_at_idx" ON "tickets"("status", "latest_at");

-- CreateIndex
CREATE INDEX "tickets_assignee_id_status_idx" ON "tickets"("assignee_id", "status");

-- CreateIndex
CREATE UNIQUE INDEX "ticket_messages_mail_id_key" ON "ticket_messages"("mail_id");

-- CreateIndex
CREATE INDEX "ticket_messages_ticket_id_id_idx" ON "ticket_messages"("ticket_id", "id");

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_assignee_id_fkey" FOREIGN KEY ("assignee_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_ticket_id_fkey" FOREIGN KEY ("ticket_id") REFERENCES "tickets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Numbers that look like numbers of tickets.
ALTER SEQUENCE tickets_number_seq RESTART WITH 1001;

ALTER TABLE tickets
  ADD CONSTRAINT tickets_subject CHECK (length(subject) BETWEEN 1 AND 200),
  ADD CONSTRAINT tickets_closed CHECK ((status = 'closed') = (closed_at IS NOT NULL));
ALTER TABLE ticket_messages ADD CONSTRAINT ticket_messages_body CHECK (length(body) BETWEEN 1 AND 20000);

ALTER TABLE api_keys
  ADD CONSTRAINT api_keys_permissions CHECK (permissions <@ ARRAY['affiliate:read'] AND cardinality(permissions) > 0),
  ADD CONSTRAINT api_keys_hash CHECK (octet_length(token_hash) = 32);
