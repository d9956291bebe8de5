-- CreateEnum
CREATE TYPE "notification_kind" AS ENUM ('ticket', 'thread', 'pieces', 'commission', 'payout', 'billing', 'security');

-- CreateTable
CREATE TABLE "notifications" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" "notification_kind" NOT NULL,
    "event" TEXT NOT NULL,
    "details" JSONB,
    "path" TEXT NOT NULL,
    "key" TEXT,
    "count" INTEGER NOT NULL DEFAULT 1,
    "is_listed" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "read_at" TIMESTAMPTZ(3),
    "mail_at" TIMESTAMPTZ(3),

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification_settings" (
    "user_id" UUID NOT NULL,
    "site_off" "notification_kind"[],
    "mail_on" "notification_kind"[],
    "last_digest_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_settings_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "library_pieces" (
    "id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "told_at" TIMESTAMPTZ(3),

    CONSTRAINT "library_pieces_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "notifications_user_id_key_key" ON "notifications"("user_id", "key");

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "notification_settings"
  ALTER COLUMN "site_off" SET NOT NULL,
  ALTER COLUMN "site_off" SET DEFAULT '{}',
  ALTER COLUMN "mail_on" SET NOT NULL,
  ALTER COLUMN "mail_on" SET DEFAULT '{}';
ALTER TABLE "notifications"
  ADD CONSTRAINT "notifications_path_check" CHECK (path LIKE '/%' AND path NOT LIKE '//%'),
  ADD CONSTRAINT "notifications_count_check" CHECK (count > 0);

-- The list, all of it and what is unread of it, by key; the second also counts for the navigation.
CREATE INDEX "notifications_list_idx" ON "notifications" (user_id, created_at DESC, id DESC) WHERE is_listed;
CREATE INDEX "notifications_unread_idx" ON "notifications" (user_id, created_at DESC, id DESC) WHERE is_listed AND read_at IS NULL;
-- What waits for a digest.
CREATE INDEX "notifications_mail_idx" ON "notifications" (mail_at, user_id) WHERE mail_at IS NOT NULL;
CREATE INDEX "notifications_mail_user_idx" ON "notifications" (user_id) WHERE mail_at IS NOT NULL;
CREATE INDEX "library_pieces_untold_idx" ON "library_pieces" (first_seen_at) WHERE told_at IS NULL;
