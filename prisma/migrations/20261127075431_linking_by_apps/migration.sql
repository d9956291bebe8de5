-- AlterTable
ALTER TABLE "api_auth_codes" ADD COLUMN     "identity" JSONB,
ADD COLUMN     "session_id" UUID;
