-- CreateTable
CREATE TABLE "quiz_question_counts" (
    "course_id" TEXT NOT NULL,
    "question" TEXT NOT NULL,
    "ask" TEXT NOT NULL,
    "asked" INTEGER NOT NULL,
    "wrong" INTEGER NOT NULL,

    CONSTRAINT "quiz_question_counts_pkey" PRIMARY KEY ("course_id","question")
);
