-- CreateTable
CREATE TABLE "course_standings" (
    "range_from" DATE NOT NULL,
    "range_to" DATE NOT NULL,
    "course_id" TEXT NOT NULL,
    "stopped_at" INTEGER NOT NULL,
    "started" INTEGER NOT NULL,
    "completed" INTEGER NOT NULL,
    "finished" INTEGER NOT NULL,
    "reckoned_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "course_standings_pkey" PRIMARY KEY ("range_from","range_to","course_id","stopped_at")
);
