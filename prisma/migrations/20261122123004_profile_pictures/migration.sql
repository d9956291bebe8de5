-- AlterTable
ALTER TABLE "users" ADD COLUMN     "picture_id" UUID;

-- CreateTable
CREATE TABLE "profile_pictures" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "bytes" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "profile_pictures_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "profile_pictures_user_id_key" ON "profile_pictures"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_picture_id_key" ON "users"("picture_id");

-- AddForeignKey
ALTER TABLE "profile_pictures" ADD CONSTRAINT "profile_pictures_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_picture_id_fkey" FOREIGN KEY ("picture_id") REFERENCES "profile_pictures"("id") ON DELETE SET NULL ON UPDATE CASCADE;
