-- AlterTable
ALTER TABLE "products" ADD COLUMN     "bump_for" TEXT;
