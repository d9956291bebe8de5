-- CreateEnum
CREATE TYPE "pause_outcome" AS ENUM ('resumed', 'withdrawn', 'canceled');

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "paused_from" TIMESTAMPTZ(3),
ADD COLUMN     "paused_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "subscription_pauses" (
    "id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "resumes_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "outcome" "pause_outcome",

    CONSTRAINT "subscription_pauses_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "subscription_pauses_user_id_starts_at_idx" ON "subscription_pauses"("user_id", "starts_at");

-- CreateIndex
CREATE UNIQUE INDEX "subscription_pauses_subscription_id_starts_at_key" ON "subscription_pauses"("subscription_id", "starts_at");

-- AddForeignKey
ALTER TABLE "subscription_pauses" ADD CONSTRAINT "subscription_pauses_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_pauses" ADD CONSTRAINT "subscription_pauses_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "subscription_pauses" ADD CONSTRAINT "subscription_pauses_ended_check" CHECK (("ended_at" IS NULL) = ("outcome" IS NULL));
ALTER TABLE "subscription_pauses" ADD CONSTRAINT "subscription_pauses_length_check" CHECK ("resumes_at" > "starts_at");

-- A pause changes what is paid a month, and how that is named.
CREATE TRIGGER subscription_pauses_stale_figures AFTER INSERT OR UPDATE ON "subscription_pauses" FOR EACH ROW EXECUTE FUNCTION note_stale_figures();
