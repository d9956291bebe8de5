-- As it was, but what the ledger has of a payout is looked up by the payout alone. With the kind among the conditions the planner may
-- choose the index of kinds, as long as its figures say that there are no payouts: then each payout of the 15th reads all others.
CREATE OR REPLACE FUNCTION "check_payout_item"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  line_cents bigint;
  strangers integer;
  moved_cents bigint;
BEGIN
  SELECT coalesce(sum(c."commission"), 0), count(*) FILTER (WHERE c."referrer_username" <> NEW."user_id" OR c."payout_item_id" IS NOT NULL
      OR c."currency" <> NEW."currency")
    INTO line_cents, strangers FROM "payout_lines" l JOIN "commissions" c ON c."id" = l."commission_id" WHERE l."item_id" = NEW."id";
  SELECT coalesce(sum("commission") FILTER (WHERE "kind" = 'payout'), 0) INTO moved_cents
    FROM "commissions" WHERE "payout_item_id" = NEW."id";
  IF strangers > 0 OR line_cents <> NEW."amount_cents" OR moved_cents <> -NEW."amount_cents" THEN
    RAISE EXCEPTION 'Payout % of % cents has lines of % cents and movements of %', NEW."id", NEW."amount_cents", line_cents, moved_cents
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_items_add_up';
  END IF;
  RETURN NULL;
END $$;
