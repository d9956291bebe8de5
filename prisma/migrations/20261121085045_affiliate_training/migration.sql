-- CreateTable
CREATE TABLE "affiliate_lesson_completions" (
    "user_id" UUID NOT NULL,
    "lesson" TEXT NOT NULL,
    "completed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "affiliate_lesson_completions_pkey" PRIMARY KEY ("user_id","lesson")
);

-- AddForeignKey
ALTER TABLE "affiliate_lesson_completions" ADD CONSTRAINT "affiliate_lesson_completions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
