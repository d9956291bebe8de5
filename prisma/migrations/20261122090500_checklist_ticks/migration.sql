-- CreateTable
CREATE TABLE "checklist_ticks" (
    "user_id" UUID NOT NULL,
    "piece" TEXT NOT NULL,
    "item" TEXT NOT NULL,
    "ticked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "checklist_ticks_pkey" PRIMARY KEY ("user_id","piece","item")
);

-- AddForeignKey
ALTER TABLE "checklist_ticks" ADD CONSTRAINT "checklist_ticks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
