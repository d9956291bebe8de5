-- AlterTable
ALTER TABLE "people_imports" ADD COLUMN     "subscribed_count" INTEGER NOT NULL DEFAULT 0;
