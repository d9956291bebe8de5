-- CreateTable
CREATE TABLE "piece_marks" (
    "user_id" UUID NOT NULL,
    "piece" TEXT NOT NULL,
    "saved_at" TIMESTAMPTZ(3),
    "read_at" TIMESTAMPTZ(3),
    "heading" TEXT,
    "placed_at" TIMESTAMPTZ(3),
    "note" TEXT,
    "noted_at" TIMESTAMPTZ(3),

    CONSTRAINT "piece_marks_pkey" PRIMARY KEY ("user_id","piece")
);

-- CreateTable
CREATE TABLE "announcement_signups" (
    "user_id" UUID NOT NULL,
    "item" TEXT NOT NULL,
    "signed_up_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "announcement_signups_pkey" PRIMARY KEY ("user_id","item")
);

-- AddForeignKey
ALTER TABLE "piece_marks" ADD CONSTRAINT "piece_marks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "announcement_signups" ADD CONSTRAINT "announcement_signups_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "piece_marks"
  ADD CONSTRAINT "piece_marks_note_check" CHECK ((note IS NULL) = (noted_at IS NULL) AND char_length(note) BETWEEN 1 AND 5000),
  ADD CONSTRAINT "piece_marks_place_check" CHECK ((heading IS NULL) = (placed_at IS NULL));
