-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "suspended_at" TIMESTAMPTZ(3);
