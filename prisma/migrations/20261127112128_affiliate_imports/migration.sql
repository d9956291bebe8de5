-- CreateEnum
CREATE TYPE "affiliate_import_state" AS ENUM ('checked', 'importing', 'imported', 'undoing', 'undone');

-- AlterEnum
ALTER TYPE "commission_kind" ADD VALUE 'opening_balance';

-- CreateTable
CREATE TABLE "affiliate_imports" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "content_hash" BYTEA NOT NULL,
    "state" "affiliate_import_state" NOT NULL DEFAULT 'checked',
    "new_count" INTEGER NOT NULL DEFAULT 0,
    "present_count" INTEGER NOT NULL DEFAULT 0,
    "changed_count" INTEGER NOT NULL DEFAULT 0,
    "rejected_count" INTEGER NOT NULL DEFAULT 0,
    "raised_count" INTEGER NOT NULL DEFAULT 0,
    "balance_cents" BIGINT NOT NULL DEFAULT 0,
    "done_row" INTEGER NOT NULL DEFAULT 0,
    "stayed_count" INTEGER NOT NULL DEFAULT 0,
    "gives_rates" BOOLEAN NOT NULL DEFAULT false,
    "reason" TEXT NOT NULL DEFAULT '',
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "imported_at" TIMESTAMPTZ(3),
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "affiliate_imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "affiliate_import_rows" (
    "import_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "outcome" "people_import_outcome" NOT NULL,
    "email" TEXT NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "data" JSONB NOT NULL DEFAULT '{}',
    "user_id" UUID,
    "before" JSONB,
    "is_done" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "affiliate_import_rows_pkey" PRIMARY KEY ("import_id","number")
);

-- CreateTable
CREATE TABLE "affiliate_codes" (
    "code" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "affiliate_codes_pkey" PRIMARY KEY ("code")
);

-- CreateIndex
CREATE INDEX "affiliate_imports_created_at_id_idx" ON "affiliate_imports"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "affiliate_imports_created_by_idx" ON "affiliate_imports"("created_by");

-- CreateIndex
CREATE INDEX "affiliate_import_rows_user_id_idx" ON "affiliate_import_rows"("user_id");

-- CreateIndex
CREATE INDEX "affiliate_codes_user_id_idx" ON "affiliate_codes"("user_id");

-- AddForeignKey
ALTER TABLE "affiliate_imports" ADD CONSTRAINT "affiliate_imports_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "affiliate_import_rows" ADD CONSTRAINT "affiliate_import_rows_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "affiliate_imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "affiliate_import_rows" ADD CONSTRAINT "affiliate_import_rows_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "affiliate_codes" ADD CONSTRAINT "affiliate_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
