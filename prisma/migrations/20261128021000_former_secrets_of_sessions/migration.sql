-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "former_token_hash" BYTEA,
ADD COLUMN     "former_token_until" TIMESTAMPTZ(3);
