-- AlterTable
ALTER TABLE "products" ADD COLUMN     "offered_after" TEXT;
