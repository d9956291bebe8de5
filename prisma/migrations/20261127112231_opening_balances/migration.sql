-- In a migration of its own: a new value of an enum cannot be used in the transaction that adds it.

-- What an opening balance must say. Rows that are there already have no such kind, so they need not be read again.
ALTER TABLE "commissions" ADD CONSTRAINT "commissions_opening_balance" CHECK ("kind" <> 'opening_balance'
  OR ("commission" <> 0 AND "payment_id" IS NULL AND "tier" IS NULL AND coalesce(btrim("reason"), '') <> '')) NOT VALID;

-- As it was: an opening balance counts as a change.
CREATE OR REPLACE FUNCTION "add_to_commission_sums"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM "users" WHERE "id" IN (SELECT "referrer_username" FROM added WHERE "commission" <> 0)
    ORDER BY "id" FOR NO KEY UPDATE;
  UPDATE "users" SET "total_earnings" = "total_earnings" + sums.cents
    FROM (SELECT "referrer_username" AS user_id, sum("commission") AS cents FROM added
      WHERE "kind" NOT IN ('payout', 'payout_returned') GROUP BY 1) sums
    WHERE "users"."id" = sums.user_id AND sums.cents <> 0;
  INSERT INTO "commission_balances" ("user_id", "available_at", "cents")
    SELECT "referrer_username", "available_at", sum("commission") FROM added WHERE "commission" <> 0 GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT ("user_id", "available_at") DO UPDATE SET "cents" = "commission_balances"."cents" + excluded."cents";
  INSERT INTO "commission_days" ("user_id", "day", "earned_cents", "changed_cents", "sales")
    SELECT "user_id", "day", sum("earned"), sum("changed"), sum("sales") FROM (
      SELECT "referrer_username" AS "user_id", ("timestamp" AT TIME ZONE 'UTC')::date AS "day",
        CASE WHEN "kind" IN ('earning', 'second_tier_earning') THEN "commission" ELSE 0 END AS "earned",
        CASE WHEN "kind" IN ('reversal', 'restoration', 'adjustment', 'write_off', 'opening_balance') THEN "commission" ELSE 0 END AS "changed",
        0 AS "sales"
      FROM added WHERE "commission" <> 0 AND "kind" NOT IN ('payout', 'payout_returned')
      UNION ALL
      SELECT s."user_id", (s."sold_at" AT TIME ZONE 'UTC')::date, 0, 0, (s."after" > 0)::int - (s."after" - s."moved" > 0)::int
      FROM (
        SELECT t."user_id", min(c."timestamp") FILTER (WHERE c."kind" IN ('earning', 'second_tier_earning')) AS "sold_at",
          sum(c."commission") AS "after", t."moved"
        FROM (SELECT "referrer_username" AS "user_id", "payment_id", "tier" = 'second_tier' AS "is_second", sum("commission") AS "moved"
            FROM added WHERE "commission" <> 0 AND "payment_id" IS NOT NULL GROUP BY 1, 2, 3) t
          JOIN "commissions" c ON c."payment_id" = t."payment_id" AND c."referrer_username" = t."user_id"
            AND (c."tier" = 'second_tier') = t."is_second"
        GROUP BY t."user_id", t."payment_id", t."is_second", t."moved") s
      WHERE (s."after" > 0) <> (s."after" - s."moved" > 0) AND s."sold_at" IS NOT NULL) changes
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT ("user_id", "day") DO UPDATE SET
      "earned_cents" = "commission_days"."earned_cents" + excluded."earned_cents",
      "changed_cents" = "commission_days"."changed_cents" + excluded."changed_cents",
      "sales" = "commission_days"."sales" + excluded."sales";
  RETURN NULL;
END $$;
