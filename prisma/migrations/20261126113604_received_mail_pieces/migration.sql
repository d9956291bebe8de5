-- CreateTable
CREATE TABLE "received_mail_pieces" (
    "mail_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "received_mail_pieces_pkey" PRIMARY KEY ("mail_id","position")
);

-- AddForeignKey
ALTER TABLE "received_mail_pieces" ADD CONSTRAINT "received_mail_pieces_mail_id_fkey" FOREIGN KEY ("mail_id") REFERENCES "received_mails"("id") ON DELETE CASCADE ON UPDATE CASCADE;
