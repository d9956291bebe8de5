-- Reads the table without keeping anybody from writing to it.
ALTER TABLE "entitlement_grants" VALIDATE CONSTRAINT "entitlement_grants_entitlement";
