-- CreateEnum
CREATE TYPE "api_factor_kind" AS ENUM ('totp', 'webauthn');

-- AlterTable
ALTER TABLE "api_accounts" ADD COLUMN     "is_anonymous" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "authenticators" ADD COLUMN     "factor_id" UUID,
ADD COLUMN     "name" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "api_factors" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" "api_factor_kind" NOT NULL,
    "name" TEXT NOT NULL,
    "sealed_secret" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "api_factors_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_factor_challenges" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "factor_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "api_factor_challenges_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "api_factors_user_id_idx" ON "api_factors"("user_id");

-- CreateIndex
CREATE INDEX "api_factors_expires_at_idx" ON "api_factors"("expires_at");

-- CreateIndex
CREATE INDEX "api_factor_challenges_user_id_idx" ON "api_factor_challenges"("user_id");

-- CreateIndex
CREATE INDEX "api_factor_challenges_expires_at_idx" ON "api_factor_challenges"("expires_at");

-- AddForeignKey
ALTER TABLE "api_factors" ADD CONSTRAINT "api_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_factor_challenges" ADD CONSTRAINT "api_factor_challenges_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
