-- AlterTable
ALTER TABLE "devops_keys" ADD COLUMN     "webhook_secret_sealed" BYTEA;

-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "added_by_key" UUID;

-- CreateIndex
CREATE INDEX "webhook_endpoints_added_by_key_idx" ON "webhook_endpoints"("added_by_key");

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_added_by_key_fkey" FOREIGN KEY ("added_by_key") REFERENCES "devops_keys"("id") ON DELETE SET NULL ON UPDATE CASCADE;
