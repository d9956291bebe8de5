-- Keys of mails from before; those of later ones are there by the trigger.
INSERT INTO "mail_keys" ("key", "created_at") SELECT "key", "created_at" FROM "mail_outbox" WHERE "key" IS NOT NULL ON CONFLICT DO NOTHING;
ALTER TABLE "mail_outbox" VALIDATE CONSTRAINT "mail_outbox_first_ends";
