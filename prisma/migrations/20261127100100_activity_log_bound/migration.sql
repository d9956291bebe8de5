-- Reads the table while others read and write it.
ALTER TABLE "activity_log" VALIDATE CONSTRAINT "activity_log_first_ends";
