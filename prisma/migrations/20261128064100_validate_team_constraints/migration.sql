-- They were added NOT VALID. This reads the rows beside everybody else: neither reads nor writes wait.
ALTER TABLE "team_seats" VALIDATE CONSTRAINT "team_seats_invited_or_taken";
ALTER TABLE "products" VALIDATE CONSTRAINT "products_seats";
