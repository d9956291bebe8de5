-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "missing_told_day" INTEGER,
ADD COLUMN     "missing_told_since" TIMESTAMPTZ(3);

-- Who has been told already, by a mail whose key said so, is not told again.
UPDATE "subscriptions" SET "missing_told_since" = "past_due_since",
  "missing_told_day" = (SELECT max(day) FROM unnest(ARRAY[0, 3, 7, 12]) AS day
    WHERE day = 0 OR "past_due_since" + make_interval(days => day) <= now())
WHERE "past_due_since" IS NOT NULL;
