-- CreateTable
CREATE TABLE "first_weeks" (
    "user_id" UUID NOT NULL,
    "number" INTEGER NOT NULL DEFAULT 1,
    "goal" TEXT NOT NULL,
    "stage" TEXT NOT NULL,
    "minutes_per_day" INTEGER NOT NULL,
    "assets" TEXT[],
    "time_zone" TEXT NOT NULL,
    "starts_on" DATE NOT NULL,
    "tasks" JSONB NOT NULL,
    "planned_at" TIMESTAMPTZ(3) NOT NULL,
    "put_away_at" TIMESTAMPTZ(3),

    CONSTRAINT "first_weeks_pkey" PRIMARY KEY ("user_id")
);

-- AddForeignKey
ALTER TABLE "first_weeks" ADD CONSTRAINT "first_weeks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
