-- CreateTable
CREATE TABLE "ticket_attachment_pieces" (
    "attachment_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "ticket_attachment_pieces_pkey" PRIMARY KEY ("attachment_id","position")
);

-- AddForeignKey
ALTER TABLE "ticket_attachment_pieces" ADD CONSTRAINT "ticket_attachment_pieces_attachment_id_fkey" FOREIGN KEY ("attachment_id") REFERENCES "ticket_attachments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
