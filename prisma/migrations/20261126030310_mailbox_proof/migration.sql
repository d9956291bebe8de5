-- AlterTable
ALTER TABLE "email_changes" ADD COLUMN     "new_confirmed_by_owner" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "former_email_verified_at" TIMESTAMPTZ(3);
