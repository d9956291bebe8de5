-- CreateTable
CREATE TABLE "content_images" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "byte_count" INTEGER NOT NULL,
    "bytes" BYTEA,
    "alt" TEXT NOT NULL,
    "author_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "content_images_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "content_images_name_key" ON "content_images"("name");

-- CreateIndex
CREATE INDEX "content_images_author_id_idx" ON "content_images"("author_id");

-- AddForeignKey
ALTER TABLE "content_images" ADD CONSTRAINT "content_images_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
