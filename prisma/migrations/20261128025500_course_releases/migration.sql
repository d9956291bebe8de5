-- CreateEnum
CREATE TYPE "release_mode" AS ENUM ('any', 'in_order', 'weekly', 'dates');

-- AlterEnum
ALTER TYPE "notification_kind" ADD VALUE 'course';

-- CreateTable
CREATE TABLE "course_releases" (
    "course_id" TEXT NOT NULL,
    "mode" "release_mode" NOT NULL,
    "entries" JSONB NOT NULL DEFAULT '{}',
    "version" INTEGER NOT NULL DEFAULT 1,
    "told_version" INTEGER NOT NULL DEFAULT 0,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "course_releases_pkey" PRIMARY KEY ("course_id")
);

-- CreateTable
CREATE TABLE "course_enrollments" (
    "user_id" UUID NOT NULL,
    "course_id" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "opened_module_ids" INTEGER[],

    CONSTRAINT "course_enrollments_pkey" PRIMARY KEY ("user_id","course_id")
);

-- CreateIndex
CREATE INDEX "course_enrollments_course_id_started_at_idx" ON "course_enrollments"("course_id", "started_at");

-- AddForeignKey
ALTER TABLE "course_enrollments" ADD CONSTRAINT "course_enrollments_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whoever has completed, watched, read or ticked something of a module before has opened it.
INSERT INTO "course_enrollments" ("user_id", "course_id", "started_at", "opened_module_ids")
SELECT user_id, course_id, min(at), array_agg(DISTINCT module_id) FROM (
  SELECT user_id, course_id, module_id, completed_at AS at FROM user_module_completion
  UNION ALL
  SELECT user_id, split_part(deck, '/', 2), substring(deck FROM '/module-([0-9]{1,4})$')::int, updated_at
  FROM deck_places WHERE deck ~ '^courses/[^/]+/module-[0-9]{1,4}$'
  UNION ALL
  SELECT user_id, split_part(piece, '/', 2), substring(piece FROM '/module-([0-9]{1,4})$')::int, placed_at
  FROM piece_marks WHERE placed_at IS NOT NULL AND piece ~ '^courses/[^/]+/module-[0-9]{1,4}$'
  UNION ALL
  SELECT user_id, split_part(piece, '/', 2), substring(piece FROM '/module-([0-9]{1,4})$')::int, ticked_at
  FROM checklist_ticks WHERE piece ~ '^courses/[^/]+/module-[0-9]{1,4}$'
) opened GROUP BY user_id, course_id;
