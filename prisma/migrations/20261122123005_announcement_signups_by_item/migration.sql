-- CreateIndex
CREATE INDEX "announcement_signups_item_idx" ON "announcement_signups"("item");
