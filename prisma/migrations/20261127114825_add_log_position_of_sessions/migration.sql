-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "changed_at_log" BIGINT;
