-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "ledger_price_cents" INTEGER,
ADD COLUMN     "price_cents" INTEGER;

-- Cents of a payment's currency as cents of the ledger's, rounded down; nothing of what cannot be counted there.
CREATE FUNCTION "cents_in_ledger"("cents" integer, "currency" text, "price" integer, "ledger_price" integer) RETURNS integer
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN "currency" = 'usd' THEN "cents"
    WHEN "price" > 0 THEN floor("cents"::numeric * "ledger_price" / "price")::integer ELSE 0 END
$$;

-- Nobody is owed more of a payment than was received, and nobody less than nothing: in the currency of the ledger.
CREATE OR REPLACE FUNCTION "check_commissions_of_payment"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_payment uuid := CASE TG_TABLE_NAME WHEN 'payments' THEN NEW."id" ELSE (to_jsonb(NEW) ->> 'payment_id')::uuid END;
  first_cents bigint;
  second_cents bigint;
  net_cents integer;
BEGIN
  IF of_payment IS NULL THEN RETURN NULL; END IF;
  SELECT coalesce(sum("commission") FILTER (WHERE "tier" <> 'second_tier'), 0),
         coalesce(sum("commission") FILTER (WHERE "tier" = 'second_tier'), 0)
    INTO first_cents, second_cents FROM "commissions" WHERE "payment_id" = of_payment;
  SELECT "cents_in_ledger"(
      "payment_net_cents"("amount_cents", "tax_cents", "amount_refunded_cents"::bigint + "charged_back_cents" + "disputed_cents"),
      "currency", "price_cents", "ledger_price_cents")
    INTO net_cents FROM "payments" WHERE "id" = of_payment;
  IF first_cents < 0 OR second_cents < 0 OR first_cents + second_cents > net_cents THEN
    RAISE EXCEPTION 'Commissions of payment % would be % and %, of % received', of_payment, first_cents, second_cents, net_cents
      USING ERRCODE = 'check_violation', CONSTRAINT = 'commissions_within_payment';
  END IF;
  RETURN NULL;
END $$;
