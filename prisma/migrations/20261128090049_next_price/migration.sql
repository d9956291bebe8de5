-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "next_price" TEXT;
