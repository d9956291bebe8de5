-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "switching_since" TIMESTAMPTZ(3);
