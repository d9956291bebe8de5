-- CreateEnum
CREATE TYPE "session_kind" AS ENUM ('browser', 'api');

-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "token_purpose" ADD VALUE 'invite';
ALTER TYPE "token_purpose" ADD VALUE 'reauthenticate';

-- AlterTable
ALTER TABLE "account_tokens" ADD COLUMN     "challenge" TEXT,
ADD COLUMN     "code_hash" BYTEA,
ADD COLUMN     "is_api" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "email_changes" ADD COLUMN     "challenge" TEXT,
ADD COLUMN     "new_code_hash" BYTEA,
ADD COLUMN     "old_code_hash" BYTEA;

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "factor_proven_at" TIMESTAMPTZ(3),
ADD COLUMN     "kind" "session_kind" NOT NULL DEFAULT 'browser',
ADD COLUMN     "methods" JSONB;

-- CreateTable
CREATE TABLE "api_refresh_tokens" (
    "id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_refresh_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "auth_signing_keys" (
    "id" UUID NOT NULL,
    "public_key" JSONB NOT NULL,
    "sealed_private_key" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "signs_from" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "auth_signing_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_accounts" (
    "user_id" UUID NOT NULL,
    "user_metadata" JSONB NOT NULL DEFAULT '{}',
    "app_metadata" JSONB NOT NULL DEFAULT '{}',
    "invited_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_accounts_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "api_auth_codes" (
    "id" UUID NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "challenge" TEXT NOT NULL,
    "challenge_method" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "api_auth_codes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "api_refresh_tokens_token_hash_key" ON "api_refresh_tokens"("token_hash");

-- CreateIndex
CREATE INDEX "api_refresh_tokens_session_id_idx" ON "api_refresh_tokens"("session_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_auth_codes_code_hash_key" ON "api_auth_codes"("code_hash");

-- CreateIndex
CREATE INDEX "api_auth_codes_user_id_idx" ON "api_auth_codes"("user_id");

-- CreateIndex
CREATE INDEX "api_auth_codes_expires_at_idx" ON "api_auth_codes"("expires_at");

-- AddForeignKey
ALTER TABLE "api_refresh_tokens" ADD CONSTRAINT "api_refresh_tokens_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_accounts" ADD CONSTRAINT "api_accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_auth_codes" ADD CONSTRAINT "api_auth_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
-- AlterTable
ALTER TABLE "email_changes" ADD COLUMN     "request_network" TEXT;
