-- It was added NOT VALID. This reads the files beside everybody else: neither reads nor writes wait.
ALTER TABLE "ticket_attachments" VALIDATE CONSTRAINT "ticket_attachments_of_one";
