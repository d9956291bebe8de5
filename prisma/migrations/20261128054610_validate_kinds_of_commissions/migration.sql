-- They were added NOT VALID. This reads the ledger once, beside everybody else: neither reads nor writes wait.
ALTER TABLE "commissions" VALIDATE CONSTRAINT "commissions_write_off", VALIDATE CONSTRAINT "commissions_opening_balance";
