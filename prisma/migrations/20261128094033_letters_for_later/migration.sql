-- AlterTable
ALTER TABLE "letters" ADD COLUMN     "at_from" TIMESTAMPTZ(3),
ADD COLUMN     "at_minute" INTEGER;

-- AlterTable
ALTER TABLE "letter_recipients" ADD COLUMN     "due_at" TIMESTAMPTZ(3);
