-- CreateEnum
CREATE TYPE "admin_level" AS ENUM ('support', 'manager', 'owner');

-- DropIndex
DROP INDEX "users_role_idx";

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "admin_level" "admin_level" NOT NULL DEFAULT 'support';

-- CreateTable
CREATE TABLE "audit_log" (
    "id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "actor_id" UUID,
    "subject_type" TEXT,
    "subject_id" TEXT,
    "before" JSONB,
    "after" JSONB,
    "reason" TEXT,
    "origin" TEXT,
    "request_id" TEXT,
    "form_key" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_notes" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "author_id" UUID,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "user_notes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "audit_log_form_key_key" ON "audit_log"("form_key");

-- CreateIndex
CREATE INDEX "audit_log_created_at_id_idx" ON "audit_log"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_log_actor_id_created_at_id_idx" ON "audit_log"("actor_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_log_action_created_at_id_idx" ON "audit_log"("action", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_log_subject_type_subject_id_created_at_id_idx" ON "audit_log"("subject_type", "subject_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "user_notes_user_id_created_at_idx" ON "user_notes"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "user_notes_author_id_idx" ON "user_notes"("author_id");

-- CreateIndex
CREATE INDEX "users_role_created_at_id_idx" ON "users"("role", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "users_name_id_idx" ON "users"("name", "id");

-- AddForeignKey
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Who is an admin already may go on doing all of it.
UPDATE "users" SET "admin_level" = 'owner' WHERE "role" = 'admin';

-- Searched by a part of name or address, misspelled too.
CREATE INDEX "users_search_idx" ON "users" USING gin (lower("name" || ' ' || "email") gin_trgm_ops);
-- Few at a time, among many.
CREATE INDEX "users_unverified_idx" ON "users"("created_at" DESC, "id" DESC) WHERE "email_verified_at" IS NULL;
CREATE INDEX "users_plan_idx" ON "users"("plan", "created_at" DESC, "id" DESC) WHERE "plan" IS NOT NULL;

-- The audit log grows, and does nothing else.
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Rows of audit_log are only ever added: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER "audit_log_only_added" BEFORE UPDATE OR DELETE ON "audit_log"
  FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();
CREATE TRIGGER "audit_log_not_emptied" BEFORE TRUNCATE ON "audit_log"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();
