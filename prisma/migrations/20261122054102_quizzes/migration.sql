-- CreateTable
CREATE TABLE "quiz_results" (
    "user_id" UUID NOT NULL,
    "course_id" TEXT NOT NULL,
    "best" INTEGER NOT NULL,
    "last" INTEGER NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 1,
    "passed_at" TIMESTAMPTZ(3),
    "answers" TEXT[],
    "version" TEXT NOT NULL,
    "tried_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "quiz_results_pkey" PRIMARY KEY ("user_id","course_id")
);

-- CreateTable
CREATE TABLE "certificates" (
    "code" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "course_id" TEXT NOT NULL,
    "earned_at" TIMESTAMPTZ(3) NOT NULL,
    "is_shown" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "certificates_pkey" PRIMARY KEY ("code")
);

-- CreateIndex
CREATE UNIQUE INDEX "certificates_user_id_course_id_key" ON "certificates"("user_id", "course_id");

-- AddForeignKey
ALTER TABLE "quiz_results" ADD CONSTRAINT "quiz_results_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "quiz_results"
  ALTER COLUMN "answers" SET NOT NULL,
  ADD CONSTRAINT "quiz_results_score_check" CHECK (last BETWEEN 0 AND 5 AND best BETWEEN last AND 5 AND tries >= 0);
