-- CreateEnum
CREATE TYPE "content_import_kind" AS ENUM ('questions', 'course');

-- CreateTable
CREATE TABLE "content_imports" (
    "id" UUID NOT NULL,
    "kind" "content_import_kind" NOT NULL,
    "file_name" TEXT NOT NULL,
    "content_hash" BYTEA NOT NULL,
    "format" TEXT NOT NULL,
    "course_slug" TEXT,
    "plan" JSONB NOT NULL,
    "result" JSONB,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "imported_at" TIMESTAMPTZ(3),

    CONSTRAINT "content_imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "content_import_images" (
    "import_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "alt" TEXT NOT NULL,

    CONSTRAINT "content_import_images_pkey" PRIMARY KEY ("import_id","name")
);

-- CreateIndex
CREATE INDEX "content_imports_created_at_id_idx" ON "content_imports"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "content_imports_created_by_idx" ON "content_imports"("created_by");

-- AddForeignKey
ALTER TABLE "content_imports" ADD CONSTRAINT "content_imports_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "content_import_images" ADD CONSTRAINT "content_import_images_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "content_imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;
