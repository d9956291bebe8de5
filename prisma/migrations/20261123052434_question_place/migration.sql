-- AlterTable
ALTER TABLE "assistant_messages" ADD COLUMN     "on_path" TEXT;
