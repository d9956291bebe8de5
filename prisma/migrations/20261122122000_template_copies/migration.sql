-- CreateTable
CREATE TABLE "template_copies" (
    "user_id" UUID NOT NULL,
    "playbook" TEXT NOT NULL,
    "text" TEXT,
    "cells" JSONB NOT NULL DEFAULT '{}',
    "kept_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "template_copies_pkey" PRIMARY KEY ("user_id","playbook")
);

-- AddForeignKey
ALTER TABLE "template_copies" ADD CONSTRAINT "template_copies_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
