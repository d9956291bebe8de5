-- AlterTable
ALTER TABLE "products" ADD COLUMN     "max_seats" INTEGER,
ADD COLUMN     "min_seats" INTEGER;

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "paid_quantity" INTEGER,
ADD COLUMN     "paid_quantity_until" TIMESTAMPTZ(3),
ADD COLUMN     "quantity" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "teams" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "teams_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "team_seats" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "invited_email" TEXT,
    "token_hash" TEXT,
    "sent_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "user_id" UUID,
    "joined_at" TIMESTAMPTZ(3),
    "shared_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "team_seats_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "teams_owner_id_key" ON "teams"("owner_id");

-- CreateIndex
CREATE UNIQUE INDEX "team_seats_token_hash_key" ON "team_seats"("token_hash");

-- CreateIndex
CREATE INDEX "team_seats_user_id_idx" ON "team_seats"("user_id");

-- CreateIndex
CREATE INDEX "team_seats_team_id_joined_at_id_idx" ON "team_seats"("team_id", "joined_at", "id");

-- CreateIndex
CREATE INDEX "team_seats_invited_email_idx" ON "team_seats"("invited_email");

-- CreateIndex
CREATE INDEX "team_seats_expires_at_idx" ON "team_seats"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "team_seats_team_id_user_id_key" ON "team_seats"("team_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "team_seats_team_id_invited_email_key" ON "team_seats"("team_id", "invited_email");

-- AddForeignKey
ALTER TABLE "teams" ADD CONSTRAINT "teams_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_seats" ADD CONSTRAINT "team_seats_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_seats" ADD CONSTRAINT "team_seats_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A seat is kept for somebody who is invited, or taken by a member; only a member shares anything.
ALTER TABLE "team_seats"
  ADD CONSTRAINT "team_seats_invited_or_taken" CHECK (
    ("user_id" IS NULL AND "joined_at" IS NULL AND "shared_at" IS NULL AND "invited_email" IS NOT NULL
      AND "token_hash" IS NOT NULL AND "sent_at" IS NOT NULL AND "expires_at" IS NOT NULL)
    OR ("user_id" IS NOT NULL AND "joined_at" IS NOT NULL AND "invited_email" IS NULL AND "token_hash" IS NULL
      AND "expires_at" IS NULL)),
  ADD CONSTRAINT "team_seats_invited_email" CHECK ("invited_email" = lower("invited_email"));

-- No row has one yet.
ALTER TABLE "products" ADD CONSTRAINT "products_seats" CHECK (
  ("min_seats" IS NULL) = ("max_seats" IS NULL) AND ("min_seats" IS NULL OR "min_seats" BETWEEN 1 AND "max_seats")) NOT VALID;
