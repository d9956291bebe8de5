-- It was added NOT VALID. This reads the purchases beside everybody else: neither reads nor writes wait.
ALTER TABLE "purchases" VALIDATE CONSTRAINT "purchases_gift_id_fkey";
