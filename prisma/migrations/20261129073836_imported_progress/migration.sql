-- AlterTable
ALTER TABLE "user_progress" ADD COLUMN     "imported_at" TIMESTAMPTZ(3);
