-- CreateEnum
CREATE TYPE "assignment_state" AS ENUM ('waiting', 'revise', 'accepted');

-- CreateTable
CREATE TABLE "assignment_submissions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "course_id" TEXT NOT NULL,
    "module_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "state" "assignment_state" NOT NULL DEFAULT 'waiting',
    "version" INTEGER NOT NULL DEFAULT 0,
    "handed_in_at" TIMESTAMPTZ(3) NOT NULL,
    "answered_at" TIMESTAMPTZ(3),

    CONSTRAINT "assignment_submissions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "assignment_versions" (
    "id" UUID NOT NULL,
    "submission_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "text" TEXT NOT NULL DEFAULT '',
    "file_name" TEXT,
    "media_type" TEXT,
    "byte_count" INTEGER NOT NULL DEFAULT 0,
    "form_key" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "answer" TEXT,
    "decision" "assignment_state",
    "answered_at" TIMESTAMPTZ(3),
    "answered_by" UUID,

    CONSTRAINT "assignment_versions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "assignment_file_pieces" (
    "version_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "assignment_file_pieces_pkey" PRIMARY KEY ("version_id","position")
);

-- CreateTable
CREATE TABLE "instructor_grants" (
    "user_id" UUID NOT NULL,
    "course_id" TEXT NOT NULL,
    "granted_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "instructor_grants_pkey" PRIMARY KEY ("user_id","course_id")
);

-- CreateIndex
CREATE INDEX "assignment_submissions_state_handed_in_at_id_idx" ON "assignment_submissions"("state", "handed_in_at", "id");

-- CreateIndex
CREATE INDEX "assignment_submissions_course_id_state_handed_in_at_id_idx" ON "assignment_submissions"("course_id", "state", "handed_in_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "assignment_submissions_user_id_course_id_module_id_key" ON "assignment_submissions"("user_id", "course_id", "module_id");

-- CreateIndex
CREATE UNIQUE INDEX "assignment_versions_form_key_key" ON "assignment_versions"("form_key");

-- CreateIndex
CREATE INDEX "assignment_versions_user_id_idx" ON "assignment_versions"("user_id");

-- CreateIndex
CREATE INDEX "assignment_versions_answered_by_idx" ON "assignment_versions"("answered_by");

-- CreateIndex
CREATE UNIQUE INDEX "assignment_versions_submission_id_number_key" ON "assignment_versions"("submission_id", "number");

-- CreateIndex
CREATE INDEX "instructor_grants_course_id_idx" ON "instructor_grants"("course_id");

-- CreateIndex
CREATE INDEX "instructor_grants_granted_by_idx" ON "instructor_grants"("granted_by");

-- AddForeignKey
ALTER TABLE "assignment_submissions" ADD CONSTRAINT "assignment_submissions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "assignment_versions" ADD CONSTRAINT "assignment_versions_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "assignment_submissions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "assignment_versions" ADD CONSTRAINT "assignment_versions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "assignment_versions" ADD CONSTRAINT "assignment_versions_answered_by_fkey" FOREIGN KEY ("answered_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "assignment_file_pieces" ADD CONSTRAINT "assignment_file_pieces_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "assignment_versions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "instructor_grants" ADD CONSTRAINT "instructor_grants_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "instructor_grants" ADD CONSTRAINT "instructor_grants_granted_by_fkey" FOREIGN KEY ("granted_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
