-- AlterTable
ALTER TABLE "payment_disputes" ADD COLUMN     "began_at" TIMESTAMPTZ(3);
