-- AlterTable
ALTER TABLE "audit_log" ADD COLUMN     "key_id" UUID;

-- AlterTable
ALTER TABLE "api_accounts" ADD COLUMN     "is_made_by_key" BOOLEAN NOT NULL DEFAULT false;
