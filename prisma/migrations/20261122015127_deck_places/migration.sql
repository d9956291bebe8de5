-- CreateTable
CREATE TABLE "deck_places" (
    "user_id" UUID NOT NULL,
    "deck" TEXT NOT NULL,
    "slide" INTEGER NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deck_places_pkey" PRIMARY KEY ("user_id","deck")
);

-- AddForeignKey
ALTER TABLE "deck_places" ADD CONSTRAINT "deck_places_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "deck_places" ADD CONSTRAINT "deck_places_slide_check" CHECK (slide BETWEEN 1 AND 99);
