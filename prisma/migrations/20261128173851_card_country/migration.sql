-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "card_country" TEXT;
