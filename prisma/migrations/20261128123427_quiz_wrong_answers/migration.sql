-- AlterTable
ALTER TABLE "quiz_question_counts" ADD COLUMN     "wrong_answers" JSONB NOT NULL DEFAULT '{}';
