-- AlterTable
ALTER TABLE "quiz_results" ADD COLUMN     "day_tries" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "out_of" INTEGER NOT NULL DEFAULT 5;
