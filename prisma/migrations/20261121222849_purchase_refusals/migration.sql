-- AlterTable
ALTER TABLE "purchases" ADD COLUMN     "refused_at" TIMESTAMPTZ(3);
