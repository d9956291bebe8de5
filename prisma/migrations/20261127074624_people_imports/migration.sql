-- CreateEnum
CREATE TYPE "people_import_state" AS ENUM ('receiving', 'mapping', 'checking', 'checked', 'importing', 'imported', 'undoing', 'undone', 'failed');

-- CreateEnum
CREATE TYPE "people_import_outcome" AS ENUM ('new', 'present', 'changed', 'rejected');

-- CreateTable
CREATE TABLE "people_imports" (
    "id" UUID NOT NULL,
    "file_name" TEXT NOT NULL,
    "byte_count" BIGINT NOT NULL DEFAULT 0,
    "content_hash" BYTEA,
    "state" "people_import_state" NOT NULL DEFAULT 'receiving',
    "problem" TEXT,
    "format" TEXT NOT NULL DEFAULT 'csv',
    "delimiter" TEXT NOT NULL DEFAULT ',',
    "encoding" TEXT NOT NULL DEFAULT 'utf-8',
    "source" TEXT NOT NULL DEFAULT '',
    "columns" JSONB NOT NULL DEFAULT '[]',
    "sample" JSONB NOT NULL DEFAULT '[]',
    "mapping" JSONB NOT NULL DEFAULT '[]',
    "position" BIGINT NOT NULL DEFAULT 0,
    "row_count" INTEGER NOT NULL DEFAULT 0,
    "new_count" INTEGER NOT NULL DEFAULT 0,
    "present_count" INTEGER NOT NULL DEFAULT 0,
    "changed_count" INTEGER NOT NULL DEFAULT 0,
    "rejected_count" INTEGER NOT NULL DEFAULT 0,
    "password_count" INTEGER NOT NULL DEFAULT 0,
    "raised_count" INTEGER NOT NULL DEFAULT 0,
    "done_row" INTEGER NOT NULL DEFAULT 0,
    "undone_count" INTEGER NOT NULL DEFAULT 0,
    "gives_roles" BOOLEAN NOT NULL DEFAULT false,
    "reason" TEXT NOT NULL DEFAULT '',
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "imported_at" TIMESTAMPTZ(3),
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "people_imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "people_import_pieces" (
    "import_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "people_import_pieces_pkey" PRIMARY KEY ("import_id","position")
);

-- CreateTable
CREATE TABLE "people_import_rows" (
    "import_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "outcome" "people_import_outcome" NOT NULL,
    "email" TEXT NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "data" JSONB NOT NULL DEFAULT '{}',
    "password_hash" TEXT,
    "user_id" UUID,
    "before" JSONB,
    "is_raise" BOOLEAN NOT NULL DEFAULT false,
    "is_done" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "people_import_rows_pkey" PRIMARY KEY ("import_id","number")
);

-- CreateTable
CREATE TABLE "imported_people" (
    "user_id" UUID NOT NULL,
    "import_id" UUID,
    "is_awaited" BOOLEAN NOT NULL,
    "imported_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "imported_people_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "import_mappings" (
    "columns_hash" BYTEA NOT NULL,
    "mapping" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "import_mappings_pkey" PRIMARY KEY ("columns_hash")
);

-- CreateTable
CREATE TABLE "erased_addresses" (
    "address_hash" TEXT NOT NULL,
    "erased_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "erased_addresses_pkey" PRIMARY KEY ("address_hash")
);

-- CreateIndex
CREATE INDEX "people_imports_created_at_id_idx" ON "people_imports"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "people_imports_created_by_idx" ON "people_imports"("created_by");

-- CreateIndex
CREATE INDEX "people_import_rows_import_id_email_idx" ON "people_import_rows"("import_id", "email");

-- CreateIndex
CREATE INDEX "people_import_rows_user_id_idx" ON "people_import_rows"("user_id");

-- CreateIndex
CREATE INDEX "imported_people_import_id_idx" ON "imported_people"("import_id");

-- AddForeignKey
ALTER TABLE "people_imports" ADD CONSTRAINT "people_imports_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "people_import_pieces" ADD CONSTRAINT "people_import_pieces_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "people_imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "people_import_rows" ADD CONSTRAINT "people_import_rows_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "people_imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "people_import_rows" ADD CONSTRAINT "people_import_rows_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "imported_people" ADD CONSTRAINT "imported_people_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "imported_people" ADD CONSTRAINT "imported_people_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "people_imports"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Asked at each sign-in that fails: whether some still come from the old site.
CREATE INDEX "imported_people_awaited_idx" ON "imported_people"("user_id") WHERE "is_awaited";

-- Read in pieces as they were sent: compressing them would cost more than it gains.
ALTER TABLE "people_import_pieces" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
