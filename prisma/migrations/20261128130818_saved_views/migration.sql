-- CreateTable
CREATE TABLE "saved_views" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "list" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL DEFAULT '',
    "hidden" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "is_compact" BOOLEAN NOT NULL DEFAULT false,
    "is_shared" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "saved_views_list_idx" ON "saved_views"("list");

-- CreateIndex
CREATE UNIQUE INDEX "saved_views_owner_id_list_name_key" ON "saved_views"("owner_id", "list", "name");

-- AddForeignKey
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
