-- CreateTable
CREATE TABLE "content_files" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "byte_count" INTEGER NOT NULL,
    "bytes" BYTEA,
    "author_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "content_files_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "content_import_files" (
    "import_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "content_import_files_pkey" PRIMARY KEY ("import_id","name")
);

-- CreateIndex
CREATE UNIQUE INDEX "content_files_name_key" ON "content_files"("name");

-- CreateIndex
CREATE INDEX "content_files_author_id_idx" ON "content_files"("author_id");

-- AddForeignKey
ALTER TABLE "content_files" ADD CONSTRAINT "content_files_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "content_import_files" ADD CONSTRAINT "content_import_files_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "content_imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;
