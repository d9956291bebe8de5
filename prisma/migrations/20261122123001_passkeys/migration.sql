-- CreateEnum
CREATE TYPE "passkey_purpose" AS ENUM ('add', 'sign_in', 'second_step', 'confirm');

-- CreateTable
CREATE TABLE "passkeys" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "credential_id" BYTEA NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL DEFAULT 0,
    "transports" TEXT[],
    "is_synced" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "passkey_ceremonies" (
    "id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "purpose" "passkey_purpose" NOT NULL,
    "challenge" TEXT NOT NULL,
    "user_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "passkey_ceremonies_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys"("credential_id");

-- CreateIndex
CREATE INDEX "passkeys_user_id_id_idx" ON "passkeys"("user_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "passkey_ceremonies_token_hash_key" ON "passkey_ceremonies"("token_hash");

-- CreateIndex
CREATE INDEX "passkey_ceremonies_user_id_idx" ON "passkey_ceremonies"("user_id");

-- CreateIndex
CREATE INDEX "passkey_ceremonies_expires_at_idx" ON "passkey_ceremonies"("expires_at");

-- AddForeignKey
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passkey_ceremonies" ADD CONSTRAINT "passkey_ceremonies_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
