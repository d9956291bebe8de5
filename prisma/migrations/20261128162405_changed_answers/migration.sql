-- AlterTable
ALTER TABLE "assignment_versions" ADD COLUMN     "answer_changed_at" TIMESTAMPTZ(3),
ADD COLUMN     "earlier_answers" JSONB NOT NULL DEFAULT '[]';
