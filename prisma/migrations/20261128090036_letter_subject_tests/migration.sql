-- AlterTable
ALTER TABLE "letters" ADD COLUMN     "chosen_because" TEXT,
ADD COLUMN     "chosen_subject" TEXT,
ADD COLUMN     "next_at" TIMESTAMPTZ(3),
ADD COLUMN     "other_subject" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "scanned_at" TIMESTAMPTZ(3),
ADD COLUMN     "test_hours" INTEGER NOT NULL DEFAULT 4,
ADD COLUMN     "test_percent" INTEGER NOT NULL DEFAULT 20,
ADD COLUMN     "test_sent_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "letter_recipients" ADD COLUMN     "variant" TEXT;

-- AlterTable
ALTER TABLE "letter_links" ADD COLUMN     "variant" TEXT NOT NULL DEFAULT '';
